<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Larder</name>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This plan covers %Ln caches in %1.</source>
        <translation><numerusform>This plan covers %Ln cache in %1.</numerusform><numerusform>This plan covers %Ln caches in %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Move %Ln files to quarantine · %1 · %2 of space used</source>
        <translation><numerusform>Move %Ln file to quarantine · %1 · %2 of space used</numerusform><numerusform>Move %Ln files to quarantine · %1 · %2 of space used</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>The trainer will encode %Ln files again.</source>
        <translation><numerusform>The trainer will encode %Ln file again.</numerusform><numerusform>The trainer will encode %Ln files again.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Remove %Ln entries of deleted files from the index</source>
        <translation><numerusform>Remove %Ln entry of a deleted file from the index</numerusform><numerusform>Remove %Ln entries of deleted files from the index</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Delete %Ln files now…</source>
        <translation><numerusform>Delete %Ln file now…</numerusform><numerusform>Delete %Ln files now…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Delete %Ln files for good and free %2? Their size is %1.</source>
        <translation><numerusform>Delete %Ln file for good and free %2? Its size is %1.</numerusform><numerusform>Delete %Ln files for good and free %2? Their size is %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln cached files of renamed files are kept and can be relinked.</source>
        <translation><numerusform>%Ln cached file of a renamed file is kept and can be relinked.</numerusform><numerusform>%Ln cached files of renamed files are kept and can be relinked.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Relink %Ln cached files</source>
        <translation><numerusform>Relink %Ln cached file</numerusform><numerusform>Relink %Ln cached files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Only files of the %Ln selected entries.</source>
        <translation><numerusform>Only files of the selected entry.</numerusform><numerusform>Only files of the %Ln selected entries.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln entries are kept.</source>
        <translation><numerusform>%Ln entry is kept.</numerusform><numerusform>%Ln entries are kept.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln entries were removed from the index.</source>
        <translation><numerusform>%Ln entry was removed from the index.</numerusform><numerusform>%Ln entries were removed from the index.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln items changed after the preview and were kept.</source>
        <translation><numerusform>%Ln item changed after the preview and was kept.</numerusform><numerusform>%Ln items changed after the preview and were kept.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln items could not be moved.</source>
        <translation><numerusform>%Ln item could not be moved.</numerusform><numerusform>%Ln items could not be moved.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This restores %Ln files, %1.</source>
        <translation><numerusform>This restores %Ln file, %1.</numerusform><numerusform>This restores %Ln files, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This restores %Ln entries in the index.</source>
        <translation><numerusform>This restores %Ln entry in the index.</numerusform><numerusform>This restores %Ln entries in the index.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln files of the build, %1.</source>
        <translation><numerusform>Restored %Ln file of the build, %1.</numerusform><numerusform>Restored %Ln files of the build, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln files, %1.</source>
        <translation><numerusform>Restored %Ln file, %1.</numerusform><numerusform>Restored %Ln files, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln entries in the index.</source>
        <translation><numerusform>Restored %Ln entry in the index.</numerusform><numerusform>Restored %Ln entries in the index.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln files could not be restored.</source>
        <translation><numerusform>%Ln file could not be restored.</numerusform><numerusform>%Ln files could not be restored.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln quarantines could not be emptied.</source>
        <translation><numerusform>%Ln quarantine could not be emptied.</numerusform><numerusform>%Ln quarantines could not be emptied.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Deleted %Ln files for good and freed %1.</source>
        <translation><numerusform>Deleted %Ln file for good and freed %1.</numerusform><numerusform>Deleted %Ln files for good and freed %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Relinked %Ln cached files.</source>
        <translation><numerusform>Relinked %Ln cached file.</numerusform><numerusform>Relinked %Ln cached files.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Stored %Ln new dates.</source>
        <translation><numerusform>Stored %Ln new date.</numerusform><numerusform>Stored %Ln new dates.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Repaired %Ln indexes.</source>
        <translation><numerusform>Repaired %Ln index.</numerusform><numerusform>Repaired %Ln indexes.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln files changed in the meantime and were skipped.</source>
        <translation><numerusform>%Ln file changed in the meantime and was skipped.</numerusform><numerusform>%Ln files changed in the meantime and were skipped.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Deleted %Ln files, %1.</source>
        <translation><numerusform>Deleted %Ln file, %1.</numerusform><numerusform>Deleted %Ln files, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Moved %Ln files to quarantine, %1.</source>
        <translation><numerusform>Moved %Ln file to quarantine, %1.</numerusform><numerusform>Moved %Ln files to quarantine, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Encode %Ln pictures and captions of each concept again to compare?</source>
        <translation><numerusform>Encode %Ln picture and caption of each concept again to compare?</numerusform><numerusform>Encode %Ln pictures and captions of each concept again to compare?</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%Ln compared cached files match the model.</source>
        <translation><numerusform>%Ln compared cached file matches the model.</numerusform><numerusform>%Ln compared cached files match the model.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%Ln compared cached files do not match the config&apos;s model.</source>
        <translation><numerusform>%Ln compared cached file does not match the config&apos;s model.</numerusform><numerusform>%Ln compared cached files do not match the config&apos;s model.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln cached files are reused from the cache for %1, which is not changed.</source>
        <translation><numerusform>%Ln cached file is reused from the cache for %1, which is not changed.</numerusform><numerusform>%Ln cached files are reused from the cache for %1, which is not changed.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Record the contents of %Ln files</source>
        <translation><numerusform>Record the contents of %Ln file</numerusform><numerusform>Record the contents of %Ln files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Put %Ln entries in order</source>
        <translation><numerusform>Put %Ln entry in order</numerusform><numerusform>Put %Ln entries in order</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures and captions are up to date afterwards.</source>
        <translation><numerusform>%Ln picture or caption is up to date afterwards.</numerusform><numerusform>%Ln pictures and captions are up to date afterwards.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Encode %Ln files</source>
        <translation><numerusform>Encode %Ln file</numerusform><numerusform>Encode %Ln files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>encode %Ln</source>
        <translation><numerusform>encode %Ln</numerusform><numerusform>encode %Ln</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Copy %Ln files</source>
        <translation><numerusform>Copy %Ln file</numerusform><numerusform>Copy %Ln files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>copy %Ln</source>
        <translation><numerusform>copy %Ln</numerusform><numerusform>copy %Ln</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Move %Ln files</source>
        <translation><numerusform>Move %Ln file</numerusform><numerusform>Move %Ln files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>move %Ln</source>
        <translation><numerusform>move %Ln</numerusform><numerusform>move %Ln</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Time measured with %Ln files.</source>
        <translation><numerusform>Time measured with %Ln file.</numerusform><numerusform>Time measured with %Ln files.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln of the moved files belong to renamed pictures or captions and are relinked.</source>
        <translation><numerusform>%Ln of the moved files belongs to a renamed picture or caption and is relinked.</numerusform><numerusform>%Ln of the moved files belong to renamed pictures or captions and are relinked.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln other entries of the same groups are rebuilt too, because a group is written as a whole.</source>
        <translation><numerusform>%Ln other entry of the same group is rebuilt too, because a group is written as a whole.</numerusform><numerusform>%Ln other entries of the same groups are rebuilt too, because a group is written as a whole.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln entries are cached already; only the index changes.</source>
        <translation><numerusform>%Ln entry is cached already; only the index changes.</numerusform><numerusform>%Ln entries are cached already; only the index changes.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>It is not recorded how a trainer made %Ln cached files, and the config has used other models or settings before. Cache &gt; Check a few files with the model compares some of them.</source>
        <translation><numerusform>It is not recorded how a trainer made %Ln cached file, and the config has used other models or settings before. Cache &gt; Check a few files with the model compares it.</numerusform><numerusform>It is not recorded how a trainer made %Ln cached files, and the config has used other models or settings before. Cache &gt; Check a few files with the model compares some of them.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln cached files cannot be recognised and are encoded again.</source>
        <translation><numerusform>%Ln cached file cannot be recognised and is encoded again.</numerusform><numerusform>%Ln cached files cannot be recognised and are encoded again.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln files cannot be read and are skipped.</source>
        <translation><numerusform>%Ln file cannot be read and is skipped.</numerusform><numerusform>%Ln files cannot be read and are skipped.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures or captions are not rebuilt.</source>
        <translation><numerusform>%Ln picture or caption is not rebuilt.</numerusform><numerusform>%Ln pictures or captions are not rebuilt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures or captions are left to the trainer.</source>
        <translation><numerusform>%Ln picture or caption is left to the trainer.</numerusform><numerusform>%Ln pictures or captions are left to the trainer.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln captions were encoded with %1; this build uses %2.</source>
        <translation><numerusform>%Ln caption was encoded with %1; this build uses %2.</numerusform><numerusform>%Ln captions were encoded with %1; this build uses %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures were encoded with %1; this build uses %2.</source>
        <translation><numerusform>%Ln picture was encoded with %1; this build uses %2.</numerusform><numerusform>%Ln pictures were encoded with %1; this build uses %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Only the %Ln selected entries</source>
        <translation><numerusform>Only the %Ln selected entry</numerusform><numerusform>Only the %Ln selected entries</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln were reused, not encoded.</source>
        <translation><numerusform>%Ln was reused, not encoded.</numerusform><numerusform>%Ln were reused, not encoded.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln files could not be built.</source>
        <translation><numerusform>%Ln file could not be built.</numerusform><numerusform>%Ln files could not be built.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Built %Ln files, %1.</source>
        <translation><numerusform>Built %Ln file, %1.</numerusform><numerusform>Built %Ln files, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/view.py"/>
        <source>%Ln of them stay out of date, because only other files are built.</source>
        <translation><numerusform>%Ln of them stays out of date, because only other files are built.</numerusform><numerusform>%Ln of them stay out of date, because only other files are built.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>All files are there, but %Ln were made from other pictures or captions.</source>
        <translation><numerusform>All files are there, but %Ln was made from another picture or caption.</numerusform><numerusform>All files are there, but %Ln were made from other pictures or captions.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln concepts</source>
        <translation><numerusform>%Ln concept</numerusform><numerusform>%Ln concepts</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln pictures</source>
        <translation><numerusform>%Ln picture</numerusform><numerusform>%Ln pictures</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln captions</source>
        <translation><numerusform>%Ln caption</numerusform><numerusform>%Ln captions</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln cached files are checked during the export, because there are too many to read them in advance.</source>
        <translation><numerusform>%Ln cached file is checked during the export, because there are too many to read them in advance.</numerusform><numerusform>%Ln cached files are checked during the export, because there are too many to read them in advance.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files of an interrupted export exist already; the export continues.</source>
        <translation><numerusform>%Ln file of an interrupted export exists already; the export continues.</numerusform><numerusform>%Ln files of an interrupted export exist already; the export continues.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln problems block the export; the list says what to do.</source>
        <translation><numerusform>%Ln problem blocks the export; the list says what to do.</numerusform><numerusform>%Ln problems block the export; the list says what to do.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln entries are left out, because their picture was deleted or their concept is disabled.</source>
        <translation><numerusform>%Ln entry is left out, because its picture was deleted or its concept is disabled.</numerusform><numerusform>%Ln entries are left out, because their picture was deleted or their concept is disabled.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Exported %Ln files to %1.</source>
        <translation><numerusform>Exported %Ln file to %1.</numerusform><numerusform>Exported %Ln files to %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files exist already; the import continues.</source>
        <translation><numerusform>%Ln file exists already; the import continues.</numerusform><numerusform>%Ln files exist already; the import continues.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln problems block the import; the list says what to do.</source>
        <translation><numerusform>%Ln problem blocks the import; the list says what to do.</numerusform><numerusform>%Ln problems block the import; the list says what to do.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files to import, %1.</source>
        <translation><numerusform>%Ln file to import, %1.</numerusform><numerusform>%Ln files to import, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Imported %Ln files.</source>
        <translation><numerusform>Imported %Ln file.</numerusform><numerusform>Imported %Ln files.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files contain values that are not numbers.</source>
        <translation><numerusform>%Ln file contains values that are not numbers.</numerusform><numerusform>%Ln files contain values that are not numbers.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The exported cache has %Ln problems.</source>
        <translation><numerusform>The exported cache has %Ln problem.</numerusform><numerusform>The exported cache has %Ln problems.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Ready to train %Ln samples without pictures and captions.</source>
        <translation><numerusform>Ready to train %Ln sample without its picture and caption.</numerusform><numerusform>Ready to train %Ln samples without pictures and captions.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Not ready: %Ln things are missing.</source>
        <translation><numerusform>Not ready: %Ln thing is missing.</numerusform><numerusform>Not ready: %Ln things are missing.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>%Ln left out: the picture was deleted or its concept is disabled.</source>
        <translation><numerusform>%Ln left out: the picture was deleted or its concept is disabled.</numerusform><numerusform>%Ln left out: the picture was deleted or its concept is disabled.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>and %Ln more</source>
        <translation><numerusform>and %Ln more</numerusform><numerusform>and %Ln more</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store %Ln new dates?</source>
        <translation><numerusform>Store %Ln new date?</numerusform><numerusform>Store %Ln new dates?</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store %Ln new dates of the selected entries?</source>
        <translation><numerusform>Store %Ln new date of the selected entries?</numerusform><numerusform>Store %Ln new dates of the selected entries?</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Relink %Ln cached files of renamed files?</source>
        <translation><numerusform>Relink %Ln cached file of a renamed file?</numerusform><numerusform>Relink %Ln cached files of renamed files?</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair %Ln damaged indexes?</source>
        <translation><numerusform>Repair %Ln damaged index?</numerusform><numerusform>Repair %Ln damaged indexes?</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln cached files compared.</source>
        <translation><numerusform>%Ln cached file compared.</numerusform><numerusform>%Ln cached files compared.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln have no readable picture.</source>
        <translation><numerusform>%Ln has no readable picture.</numerusform><numerusform>%Ln have no readable picture.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln were made by encoders without a preview.</source>
        <translation><numerusform>%Ln was made by an encoder without a preview.</numerusform><numerusform>%Ln were made by encoders without a preview.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln cannot be compared.</source>
        <translation><numerusform>%Ln cannot be compared.</numerusform><numerusform>%Ln cannot be compared.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%Ln entries get the new path; Undo restores the old one.</source>
        <translation><numerusform>%Ln entry gets the new path; Undo restores the old one.</numerusform><numerusform>%Ln entries get the new path; Undo restores the old one.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>None of %Ln compared files is the same: this is not the folder that moved.</source>
        <translation><numerusform>The %Ln compared file is not the same: this is not the folder that moved.</numerusform><numerusform>None of %Ln compared files is the same: this is not the folder that moved.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%1 of %Ln compared files are the same.</source>
        <translation><numerusform>%1 of %Ln compared file is the same.</numerusform><numerusform>%1 of %Ln compared files are the same.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%Ln entries are not changed, because their file already has an entry in the new folder.</source>
        <translation><numerusform>%Ln entry is not changed, because its file already has an entry in the new folder.</numerusform><numerusform>%Ln entries are not changed, because their file already has an entry in the new folder.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Updated the paths of %Ln entries.</source>
        <translation><numerusform>Updated the path of %Ln entry.</numerusform><numerusform>Updated the paths of %Ln entries.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln files are skipped.</source>
        <translation><numerusform>%Ln file is skipped.</numerusform><numerusform>%Ln files are skipped.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln files</source>
        <translation><numerusform>%Ln file</numerusform><numerusform>%Ln files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln changed since they were built</source>
        <translation><numerusform>%Ln changed since it was built</numerusform><numerusform>%Ln changed since they were built</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln of them only have to be recorded in the cache</source>
        <translation><numerusform>%Ln of them only has to be recorded in the cache</numerusform><numerusform>%Ln of them only have to be recorded in the cache</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Removed %Ln least recently used cached files to make room.</source>
        <translation><numerusform>Removed %Ln least recently used cached file to make room.</numerusform><numerusform>Removed %Ln least recently used cached files to make room.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>%Ln entries.</source>
        <translation><numerusform>%Ln entry.</numerusform><numerusform>%Ln entries.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>%Ln source files were never opened.</source>
        <translation><numerusform>%Ln source file was never opened.</numerusform><numerusform>%Ln source files were never opened.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln pictures or captions under another name and caches them again.</source>
        <translation><numerusform>Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln picture or caption under another name and caches it again.</numerusform><numerusform>Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln pictures or captions under another name and caches them again.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln pictures have to be rebuilt.</source>
        <translation><numerusform>%Ln picture has to be rebuilt.</numerusform><numerusform>%Ln pictures have to be rebuilt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln captions have to be rebuilt.</source>
        <translation><numerusform>%Ln caption has to be rebuilt.</numerusform><numerusform>%Ln captions have to be rebuilt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln files are missing or need rebuilding already.</source>
        <translation><numerusform>%Ln file is missing or needs rebuilding already.</numerusform><numerusform>%Ln files are missing or need rebuilding already.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln in the first epoch</source>
        <translation><numerusform>%Ln in the first epoch</numerusform><numerusform>%Ln in the first epoch</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln are left out of each epoch</source>
        <translation><numerusform>%Ln is left out of each epoch</numerusform><numerusform>%Ln are left out of each epoch</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1 in %Ln buckets.</source>
        <translation><numerusform>%1 in %Ln bucket.</numerusform><numerusform>%1 in %Ln buckets.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>With the concepts&apos; balancing, the first epoch has %Ln pictures.</source>
        <translation><numerusform>With the concepts&apos; balancing, the first epoch has %Ln picture.</numerusform><numerusform>With the concepts&apos; balancing, the first epoch has %Ln pictures.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Each epoch leaves out %Ln, because the rest of a bucket does not fill a batch of %1.</source>
        <translation><numerusform>Each epoch leaves out %Ln, because the rest of a bucket does not fill a batch of %1.</numerusform><numerusform>Each epoch leaves out %Ln, because the rest of a bucket does not fill a batch of %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln buckets are smaller than a batch.</source>
        <translation><numerusform>%Ln bucket is smaller than a batch.</numerusform><numerusform>%Ln buckets are smaller than a batch.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln full batches of %1</source>
        <translation><numerusform>%Ln full batch of %1</numerusform><numerusform>%Ln full batches of %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln of %1 pictures are scaled up.</source>
        <translation><numerusform>%Ln of %1 pictures is scaled up.</numerusform><numerusform>%Ln of %1 pictures are scaled up.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/build_charts.py"/>
        <source>The last build made %Ln cached files in %1; %2 were expected.</source>
        <translation><numerusform>The last build made %Ln cached file in %1; %2 were expected.</numerusform><numerusform>The last build made %Ln cached files in %1; %2 were expected.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/build_charts.py"/>
        <source>Half of the last %Ln builds took at most %1 of the expected time.</source>
        <translation><numerusform>The last build took at most %1 of the expected time.</numerusform><numerusform>Half of the last %Ln builds took at most %1 of the expected time.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln more are not listed here; an exported table lists all of them.</source>
        <translation><numerusform>%Ln more is not listed here; an exported table lists all of them.</numerusform><numerusform>%Ln more are not listed here; an exported table lists all of them.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>They share %Ln cached files, which saves %1.</source>
        <translation><numerusform>They share one cached file, which saves %1.</numerusform><numerusform>They share %Ln cached files, which saves %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Training uses every copy, so this picture counts %Ln times.</source>
        <translation><numerusform>Training uses every copy, so this picture counts once.</numerusform><numerusform>Training uses every copy, so this picture counts %Ln times.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Show %Ln worse copies</source>
        <translation><numerusform>Show the worse copy</numerusform><numerusform>Show %Ln worse copies</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln validation leaks</source>
        <translation><numerusform>%Ln validation leak</numerusform><numerusform>%Ln validation leaks</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups should not share</source>
        <translation><numerusform>%Ln group should not share</numerusform><numerusform>%Ln groups should not share</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups look alike</source>
        <translation><numerusform>%Ln group looks alike</numerusform><numerusform>%Ln groups look alike</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups of duplicates</source>
        <translation><numerusform>%Ln group of duplicates</numerusform><numerusform>%Ln groups of duplicates</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Training has seen %1 of %Ln validation pictures, so the validation loss looks better than it is.</source>
        <translation><numerusform>Training has seen %1 of %Ln validation picture, so the validation loss looks better than it is.</numerusform><numerusform>Training has seen %1 of %Ln validation pictures, so the validation loss looks better than it is.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Compared %Ln pictures, %1.</source>
        <translation><numerusform>Compared %Ln picture, %1.</numerusform><numerusform>Compared %Ln pictures, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln are too plain to compare.</source>
        <translation><numerusform>%Ln is too plain to compare.</numerusform><numerusform>%Ln are too plain to compare.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln cannot be read.</source>
        <translation><numerusform>%Ln cannot be read.</numerusform><numerusform>%Ln cannot be read.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln pictures added</source>
        <translation><numerusform>%Ln picture added</numerusform><numerusform>%Ln pictures added</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln changed</source>
        <translation><numerusform>%Ln changed</numerusform><numerusform>%Ln changed</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln removed</source>
        <translation><numerusform>%Ln removed</numerusform><numerusform>%Ln removed</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/entries_model.py"/>
        <source>%Ln more states</source>
        <translation><numerusform>%Ln more state</numerusform><numerusform>%Ln more states</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>Before the first of %Ln entries in the journal the caches took %1; now they take %2.</source>
        <translation><numerusform>Before the only entry in the journal the caches took %1; now they take %2.</numerusform><numerusform>Before the first of %Ln entries in the journal the caches took %1; now they take %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>%Ln entries do not say how many bytes they changed, so the line does not move there.</source>
        <translation><numerusform>%Ln entry does not say how many bytes it changed, so the line does not move there.</numerusform><numerusform>%Ln entries do not say how many bytes they changed, so the line does not move there.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>%Ln older entries are not shown.</source>
        <translation><numerusform>%Ln older entry is not shown.</numerusform><numerusform>%Ln older entries are not shown.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%Ln caches</source>
        <translation><numerusform>%Ln cache</numerusform><numerusform>%Ln caches</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>Files of %Ln more folders were changed since.</source>
        <translation><numerusform>Files of %Ln more folder were changed since.</numerusform><numerusform>Files of %Ln more folders were changed since.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%1, in %Ln parts</source>
        <translation><numerusform>%1, in %Ln part</numerusform><numerusform>%1, in %Ln parts</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%Ln files are in quarantine. Only emptying it frees their space, %1.</source>
        <translation><numerusform>%Ln file is in quarantine. Only emptying it frees its space, %1.</numerusform><numerusform>%Ln files are in quarantine. Only emptying it frees their space, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>Delete %Ln files for good and free %1?</source>
        <translation><numerusform>Delete %Ln file for good and free %1?</numerusform><numerusform>Delete %Ln files for good and free %1?</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln latents, usually with mean %1 and sigma %2.</source>
        <translation><numerusform>%Ln latent, with mean %1 and sigma %2.</numerusform><numerusform>%Ln latents, usually with mean %1 and sigma %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln are far from the others: more than %1 times as far as usual.</source>
        <translation><numerusform>%Ln is far from the others: more than %1 times as far as usual.</numerusform><numerusform>%Ln are far from the others: more than %1 times as far as usual.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln cached files cannot be read and are not shown.</source>
        <translation><numerusform>%Ln cached file cannot be read and is not shown.</numerusform><numerusform>%Ln cached files cannot be read and are not shown.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln of %1 look less like their picture than %2.</source>
        <translation><numerusform>%Ln of %1 looks less like its picture than %2.</numerusform><numerusform>%Ln of %1 look less like their picture than %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>None of %Ln looks less like its picture than %1.</source>
        <translation><numerusform>The only one does not look less like its picture than %1.</numerusform><numerusform>None of %Ln looks less like its picture than %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln have no source that can be read.</source>
        <translation><numerusform>%Ln has no source that can be read.</numerusform><numerusform>%Ln have no source that can be read.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln come from encoders whose latents cannot be shown as pictures.</source>
        <translation><numerusform>%Ln comes from an encoder whose latents cannot be shown as pictures.</numerusform><numerusform>%Ln come from encoders whose latents cannot be shown as pictures.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln cannot be read, or are of one colour.</source>
        <translation><numerusform>%Ln cannot be read, or is of one colour.</numerusform><numerusform>%Ln cannot be read, or are of one colour.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln smaller files</source>
        <translation><numerusform>%Ln smaller file</numerusform><numerusform>%Ln smaller files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln files that are no longer needed take %1.</source>
        <translation><numerusform>%Ln file that is no longer needed takes %1.</numerusform><numerusform>%Ln files that are no longer needed take %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln files, %1; the largest is %2 with %3.</source>
        <translation><numerusform>%Ln file, %1; it is %2 with %3.</numerusform><numerusform>%Ln files, %1; the largest is %2 with %3.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>more than %Ln days</source>
        <translation><numerusform>more than %Ln day</numerusform><numerusform>more than %Ln days</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>less than %Ln days</source>
        <translation><numerusform>less than %Ln day</numerusform><numerusform>less than %Ln days</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/plots/bar_plot.py"/>
        <source>Room for the names of %Ln; point at a bar for its name</source>
        <translation><numerusform>Room for the name of %Ln; point at a bar for its name</numerusform><numerusform>Room for the names of %Ln; point at a bar for its name</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln cached files</source>
        <translation><numerusform>%Ln cached file</numerusform><numerusform>%Ln cached files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln damaged indexes</source>
        <translation><numerusform>%Ln damaged index</numerusform><numerusform>%Ln damaged indexes</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln entries</source>
        <translation><numerusform>%Ln entry</numerusform><numerusform>%Ln entries</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln new dates</source>
        <translation><numerusform>%Ln new date</numerusform><numerusform>%Ln new dates</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln other files</source>
        <translation><numerusform>%Ln other file</numerusform><numerusform>%Ln other files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln parts</source>
        <translation><numerusform>%Ln part</numerusform><numerusform>%Ln parts</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln pictures and captions</source>
        <translation><numerusform>%Ln picture or caption</numerusform><numerusform>%Ln pictures and captions</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln problems</source>
        <translation><numerusform>%Ln problem</numerusform><numerusform>%Ln problems</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln samples</source>
        <translation><numerusform>%Ln sample</numerusform><numerusform>%Ln samples</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln sources</source>
        <translation><numerusform>%Ln source</numerusform><numerusform>%Ln sources</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln source files</source>
        <translation><numerusform>%Ln source file</numerusform><numerusform>%Ln source files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln tokens</source>
        <translation><numerusform>%Ln token</numerusform><numerusform>%Ln tokens</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln values</source>
        <translation><numerusform>%Ln value</numerusform><numerusform>%Ln values</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln</source>
        <translation><numerusform>%Ln</numerusform><numerusform>%Ln</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln s</source>
        <translation><numerusform>%Ln s</numerusform><numerusform>%Ln s</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln min</source>
        <translation><numerusform>%Ln min</numerusform><numerusform>%Ln min</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln h</source>
        <translation><numerusform>%Ln h</numerusform><numerusform>%Ln h</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln days</source>
        <translation><numerusform>%Ln day</numerusform><numerusform>%Ln days</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln minutes ago</source>
        <translation><numerusform>%Ln minute ago</numerusform><numerusform>%Ln minutes ago</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln hours ago</source>
        <translation><numerusform>%Ln hour ago</numerusform><numerusform>%Ln hours ago</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln days ago</source>
        <translation><numerusform>%Ln day ago</numerusform><numerusform>%Ln days ago</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Rebuild %Ln…</source>
        <translation><numerusform>Rebuild %Ln…</numerusform><numerusform>Rebuild %Ln…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Cache %Ln again…</source>
        <translation><numerusform>Cache %Ln again…</numerusform><numerusform>Cache %Ln again…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Clean %Ln…</source>
        <translation><numerusform>Clean %Ln…</numerusform><numerusform>Clean %Ln…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Store %Ln new dates…</source>
        <translation><numerusform>Store %Ln new date…</numerusform><numerusform>Store %Ln new dates…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Relink %Ln…</source>
        <translation><numerusform>Relink %Ln…</numerusform><numerusform>Relink %Ln…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Move or rebuild %Ln…</source>
        <translation><numerusform>Move or rebuild %Ln…</numerusform><numerusform>Move or rebuild %Ln…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Review %Ln…</source>
        <translation><numerusform>Review %Ln…</numerusform><numerusform>Review %Ln…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/picture_compare.py"/>
        <source>%Ln more are not shown.</source>
        <translation><numerusform>%Ln more is not shown.</numerusform><numerusform>%Ln more are not shown.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Median of the concept: %1 (%Ln pictures).</source>
        <translation><numerusform>Median of the concept: %1 (%Ln picture).</numerusform><numerusform>Median of the concept: %1 (%Ln pictures).</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/plot_panels.py"/>
        <source>%1 to %2: %Ln values</source>
        <translation><numerusform>%1 to %2: %Ln value</numerusform><numerusform>%1 to %2: %Ln values</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/chart_plots.py"/>
        <source>A batch of %Ln</source>
        <translation><numerusform>A batch of %Ln</numerusform><numerusform>A batch of %Ln</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/charts_page.py"/>
        <source>Show these %Ln in Entries</source>
        <translation><numerusform>Show this one in Entries</numerusform><numerusform>Show these %Ln in Entries</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/charts_page.py"/>
        <source>Read %Ln cached files (%1)</source>
        <translation><numerusform>Read %Ln cached file (%1)</numerusform><numerusform>Read %Ln cached files (%1)</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/entries_page.py"/>
        <source>%Ln entries selected</source>
        <translation><numerusform>%Ln entry selected</numerusform><numerusform>%Ln entries selected</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/entries_page.py"/>
        <source>%1 of %Ln entries</source>
        <translation><numerusform>%1 of %Ln entry</numerusform><numerusform>%1 of %Ln entries</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/jobs_panel.py"/>
        <source>%Ln items failed</source>
        <translation><numerusform>%Ln item failed</numerusform><numerusform>%Ln items failed</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Show %Ln earlier jobs</source>
        <translation><numerusform>Show %Ln earlier job</numerusform><numerusform>Show %Ln earlier jobs</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those that look alike are near each other.</source>
        <translation><numerusform>%Ln picture.</numerusform><numerusform>%Ln pictures: those that look alike are near each other.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those with similar captions are near each other.</source>
        <translation><numerusform>%Ln picture: those with similar captions are near each other.</numerusform><numerusform>%Ln pictures: those with similar captions are near each other.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those with similar pictures and captions are near each other.</source>
        <translation><numerusform>%Ln picture: those with similar pictures and captions are near each other.</numerusform><numerusform>%Ln pictures: those with similar pictures and captions are near each other.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln have a ring: unlike all others, or nearly the same as another.</source>
        <translation><numerusform>%Ln has a ring: unlike all others, or nearly the same as another.</numerusform><numerusform>%Ln have a ring: unlike all others, or nearly the same as another.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln cached files cannot be read, so there is no map.</source>
        <translation><numerusform>%Ln cached file cannot be read, so there is no map.</numerusform><numerusform>%Ln cached files cannot be read, so there is no map.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln out of date</source>
        <translation><numerusform>%Ln out of date</numerusform><numerusform>%Ln out of date</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln not cached yet</source>
        <translation><numerusform>%Ln not cached yet</numerusform><numerusform>%Ln not cached yet</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln whose file was deleted</source>
        <translation><numerusform>%Ln whose file was deleted</numerusform><numerusform>%Ln whose file was deleted</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln renamed</source>
        <translation><numerusform>%Ln renamed</numerusform><numerusform>%Ln renamed</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln out of reach</source>
        <translation><numerusform>%Ln out of reach</numerusform><numerusform>%Ln out of reach</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln files no longer needed</source>
        <translation><numerusform>%Ln file no longer needed</numerusform><numerusform>%Ln files no longer needed</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>Found %Ln cached files without an index.</source>
        <translation><numerusform>Found %Ln cached file without an index.</numerusform><numerusform>Found %Ln cached files without an index.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln source files would stop training.</source>
        <translation><numerusform>%Ln source file would stop training.</numerusform><numerusform>%Ln source files would stop training.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln problems would stop training.</source>
        <translation><numerusform>%Ln problem would stop training.</numerusform><numerusform>%Ln problems would stop training.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln pictures, nothing cached yet.</source>
        <translation><numerusform>%Ln picture, nothing cached yet.</numerusform><numerusform>%Ln pictures, nothing cached yet.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln source files would not be trained correctly.</source>
        <translation><numerusform>%Ln source file would not be trained correctly.</numerusform><numerusform>%Ln source files would not be trained correctly.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln problems affect training.</source>
        <translation><numerusform>%Ln problem affects training.</numerusform><numerusform>%Ln problems affect training.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/quit_dialog.py"/>
        <source>%Ln jobs are still running.</source>
        <translation><numerusform>%Ln job is still running.</numerusform><numerusform>%Ln jobs are still running.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 · %Ln cached files</source>
        <translation><numerusform>%1 · %Ln cached file</numerusform><numerusform>%1 · %Ln cached files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/table_file.py"/>
        <source>Exported %Ln rows.</source>
        <translation><numerusform>Exported %Ln row.</numerusform><numerusform>Exported %Ln rows.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/training_bar.py"/>
        <source>%Ln cached files were checked.</source>
        <translation><numerusform>%Ln cached file was checked.</numerusform><numerusform>%Ln cached files were checked.</numerusform></translation>
    </message>
</context>
</TS>
