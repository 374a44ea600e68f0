<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Larder</name>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Looks at %Ln caches under %1.</source>
        <translation><numerusform>Looks at %Ln cache under %1.</numerusform><numerusform>Looks at %Ln caches under %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Move %Ln files to quarantine · %1 · %2 of space used</source>
        <translation><numerusform>Move %Ln file to quarantine · %1 · %2 of space used</numerusform><numerusform>Move %Ln files to quarantine · %1 · %2 of space used</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>The trainer&apos;s next run encodes %Ln of them again.</source>
        <translation><numerusform>The trainer&apos;s next run encodes %Ln of them again.</numerusform><numerusform>The trainer&apos;s next run encodes %Ln of them again.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Remove %Ln entries of files that are gone from the index</source>
        <translation><numerusform>Remove %Ln entry of a file that is gone from the index</numerusform><numerusform>Remove %Ln entries of files that are gone from the index</numerusform></translation>
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
        <source>%Ln cached files of renamed files are kept; they can be taken back.</source>
        <translation><numerusform>%Ln cached file of a renamed file is kept; it can be taken back.</numerusform><numerusform>%Ln cached files of renamed files are kept; they can be taken back.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Take back %Ln cached files</source>
        <translation><numerusform>Take back %Ln cached file</numerusform><numerusform>Take back %Ln cached files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Only what belongs to the %Ln selected entries.</source>
        <translation><numerusform>Only what belongs to the %Ln selected entry.</numerusform><numerusform>Only what belongs to the %Ln selected entries.</numerusform></translation>
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
        <source>%Ln items changed since the preview and stayed where they are.</source>
        <translation><numerusform>%Ln item changed since the preview and stayed where it is.</numerusform><numerusform>%Ln items changed since the preview and stayed where they are.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln items could not be moved.</source>
        <translation><numerusform>%Ln item could not be moved.</numerusform><numerusform>%Ln items could not be moved.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>What the build made is in place again: %Ln files, %1.</source>
        <translation><numerusform>What the build made is in place again: %Ln file, %1.</numerusform><numerusform>What the build made is in place again: %Ln files, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Brought back %Ln files, %1.</source>
        <translation><numerusform>Brought back %Ln file, %1.</numerusform><numerusform>Brought back %Ln files, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln entries are back in the index.</source>
        <translation><numerusform>%Ln entry is back in the index.</numerusform><numerusform>%Ln entries are back in the index.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln files could not be brought back.</source>
        <translation><numerusform>%Ln file could not be brought back.</numerusform><numerusform>%Ln files could not be brought back.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln quarantines could not be emptied.</source>
        <translation><numerusform>%Ln quarantine could not be emptied.</numerusform><numerusform>%Ln quarantines could not be emptied.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Deleted %Ln files for good; %1 are free.</source>
        <translation><numerusform>Deleted %Ln file for good; %1 are free.</numerusform><numerusform>Deleted %Ln files for good; %1 are free.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Took back %Ln cached files.</source>
        <translation><numerusform>Took back %Ln cached file.</numerusform><numerusform>Took back %Ln cached files.</numerusform></translation>
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
        <source>%Ln compared cached files are what the model makes.</source>
        <translation><numerusform>%Ln compared cached file is what the model makes.</numerusform><numerusform>%Ln compared cached files are what the model makes.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%Ln compared cached files are not what the config&apos;s model makes.</source>
        <translation><numerusform>%Ln compared cached file is not what the config&apos;s model makes.</numerusform><numerusform>%Ln compared cached files are not what the config&apos;s model makes.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln cached files are taken from what is cached for %1, which stays as it is.</source>
        <translation><numerusform>%Ln cached file is taken from what is cached for %1, which stays as it is.</numerusform><numerusform>%Ln cached files are taken from what is cached for %1, which stays as it is.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Build %Ln files</source>
        <translation><numerusform>Build %Ln file</numerusform><numerusform>Build %Ln files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>use %Ln again</source>
        <translation><numerusform>use %Ln again</numerusform><numerusform>use %Ln again</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Use %Ln files again</source>
        <translation><numerusform>Use %Ln file again</numerusform><numerusform>Use %Ln files again</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>move %Ln</source>
        <translation><numerusform>move %Ln</numerusform><numerusform>move %Ln</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Move %Ln files</source>
        <translation><numerusform>Move %Ln file</numerusform><numerusform>Move %Ln files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Record what %Ln files hold</source>
        <translation><numerusform>Record what %Ln file holds</numerusform><numerusform>Record what %Ln files hold</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures and captions</source>
        <translation><numerusform>%Ln picture or caption</numerusform><numerusform>%Ln pictures and captions</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Time measured with %Ln files.</source>
        <translation><numerusform>Time measured with %Ln file.</numerusform><numerusform>Time measured with %Ln files.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln cached files of renamed files are taken back.</source>
        <translation><numerusform>%Ln cached file of a renamed file is taken back.</numerusform><numerusform>%Ln cached files of renamed files are taken back.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln others of the same groups are put right along with what you chose.</source>
        <translation><numerusform>%Ln other of the same groups is put right along with what you chose.</numerusform><numerusform>%Ln others of the same groups are put right along with what you chose.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln entries are cached already; only the index changes.</source>
        <translation><numerusform>%Ln entry is cached already; only the index changes.</numerusform><numerusform>%Ln entries are cached already; only the index changes.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Nobody knows with what a trainer made %Ln cached files, and the config asked for other models or settings before. Cache &gt; Check a few files with the model compares some.</source>
        <translation><numerusform>Nobody knows with what a trainer made %Ln cached file, and the config asked for other models or settings before. Cache &gt; Check a few files with the model compares it.</numerusform><numerusform>Nobody knows with what a trainer made %Ln cached files, and the config asked for other models or settings before. Cache &gt; Check a few files with the model compares some.</numerusform></translation>
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
        <source>%Ln pictures or captions stay as they are.</source>
        <translation><numerusform>%Ln picture or caption stays as it is.</numerusform><numerusform>%Ln pictures or captions stay as they are.</numerusform></translation>
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
        <source>%Ln were cached already and not encoded.</source>
        <translation><numerusform>%Ln was cached already and not encoded.</numerusform><numerusform>%Ln were cached already and not encoded.</numerusform></translation>
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
        <source>%Ln cached files are only read when they are exported: there are too many to read them all before.</source>
        <translation><numerusform>%Ln cached file is only read when it is exported: there are too many to read them all before.</numerusform><numerusform>%Ln cached files are only read when they are exported: there are too many to read them all before.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files of an interrupted export are there already; it goes on.</source>
        <translation><numerusform>%Ln file of an interrupted export is there already; it goes on.</numerusform><numerusform>%Ln files of an interrupted export are there already; it goes on.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln entries stay here, of deleted pictures or of concepts that are switched off.</source>
        <translation><numerusform>%Ln entry stays here, of a deleted picture or of a concept that is switched off.</numerusform><numerusform>%Ln entries stay here, of deleted pictures or of concepts that are switched off.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Exported %Ln files to %1.</source>
        <translation><numerusform>Exported %Ln file to %1.</numerusform><numerusform>Exported %Ln files to %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files are there already; the import goes on.</source>
        <translation><numerusform>%Ln file is there already; the import goes on.</numerusform><numerusform>%Ln files are there already; the import goes on.</numerusform></translation>
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
        <source>%Ln things are wrong with the exported cache.</source>
        <translation><numerusform>%Ln thing is wrong with the exported cache.</numerusform><numerusform>%Ln things are wrong with the exported cache.</numerusform></translation>
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
        <source>%Ln left out: the picture was deleted, or its concept is switched off.</source>
        <translation><numerusform>%Ln left out: the picture was deleted, or its concept is switched off.</numerusform><numerusform>%Ln left out: the picture was deleted, or its concept is switched off.</numerusform></translation>
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
        <source>Store %Ln new dates, those of the selected entries?</source>
        <translation><numerusform>Store %Ln new date, that of the selected entry?</numerusform><numerusform>Store %Ln new dates, those of the selected entries?</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Take back %Ln cached files of renamed files?</source>
        <translation><numerusform>Take back %Ln cached file of a renamed file?</numerusform><numerusform>Take back %Ln cached files of renamed files?</numerusform></translation>
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
        <source>%Ln without a picture that can be read.</source>
        <translation><numerusform>%Ln without a picture that can be read.</numerusform><numerusform>%Ln without a picture that can be read.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln made by encoders without a preview.</source>
        <translation><numerusform>%Ln made by an encoder without a preview.</numerusform><numerusform>%Ln made by encoders without a preview.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln that cannot be compared.</source>
        <translation><numerusform>%Ln that cannot be compared.</numerusform><numerusform>%Ln that cannot be compared.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%Ln entries get the new folder; undo brings the old one back.</source>
        <translation><numerusform>%Ln entry gets the new folder; undo brings the old one back.</numerusform><numerusform>%Ln entries get the new folder; undo brings the old one back.</numerusform></translation>
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
        <source>%Ln entries stay, because their file has one in the new folder already.</source>
        <translation><numerusform>%Ln entry stays, because its file has one in the new folder already.</numerusform><numerusform>%Ln entries stay, because their file has one in the new folder already.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%Ln entries have their new folder.</source>
        <translation><numerusform>%Ln entry has its new folder.</numerusform><numerusform>%Ln entries have their new folder.</numerusform></translation>
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
        <source>%Ln of them only have to be recorded</source>
        <translation><numerusform>%Ln of them only has to be recorded</numerusform><numerusform>%Ln of them only have to be recorded</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln cached files that were used longest ago made room for them.</source>
        <translation><numerusform>%Ln cached file that was used longest ago made room for them.</numerusform><numerusform>%Ln cached files that were used longest ago made room for them.</numerusform></translation>
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
        <source>Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln pictures or captions under another name.</source>
        <translation><numerusform>Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln picture or caption under another name.</numerusform><numerusform>Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln pictures or captions under another name.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln files would be built</source>
        <translation><numerusform>%Ln file would be built</numerusform><numerusform>%Ln files would be built</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln pictures have to be encoded again.</source>
        <translation><numerusform>%Ln picture has to be encoded again.</numerusform><numerusform>%Ln pictures have to be encoded again.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln captions have to be encoded again.</source>
        <translation><numerusform>%Ln caption has to be encoded again.</numerusform><numerusform>%Ln captions have to be encoded again.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln files are missing or need rebuilding already.</source>
        <translation><numerusform>%Ln file is missing or needs rebuilding already.</numerusform><numerusform>%Ln files are missing or need rebuilding already.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>The last build made %Ln cached files in %1; %2 were expected.</source>
        <translation><numerusform>The last build made %Ln cached file in %1; %2 were expected.</numerusform><numerusform>The last build made %Ln cached files in %1; %2 were expected.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>%Ln files, %1; the largest is %2 with %3.</source>
        <translation><numerusform>%Ln file, %1; it is %2 with %3.</numerusform><numerusform>%Ln files, %1; the largest is %2 with %3.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>%Ln files nobody needs take %1.</source>
        <translation><numerusform>%Ln file nobody needs takes %1.</numerusform><numerusform>%Ln files nobody needs take %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>%1 in %Ln buckets.</source>
        <translation><numerusform>%1 in %Ln bucket.</numerusform><numerusform>%1 in %Ln buckets.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>%Ln of them have fewer pictures than a batch of %1; OneTrainer leaves those pictures out.</source>
        <translation><numerusform>%Ln of them has fewer pictures than a batch of %1; OneTrainer leaves those pictures out.</numerusform><numerusform>%Ln of them have fewer pictures than a batch of %1; OneTrainer leaves those pictures out.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>%Ln smaller files</source>
        <translation><numerusform>%Ln smaller file</numerusform><numerusform>%Ln smaller files</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>%Ln full batches of %1</source>
        <translation><numerusform>%Ln full batch of %1</numerusform><numerusform>%Ln full batches of %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>%Ln pictures are left out of each epoch</source>
        <translation><numerusform>%Ln picture is left out of each epoch</numerusform><numerusform>%Ln pictures are left out of each epoch</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>more than %Ln days</source>
        <translation><numerusform>more than %Ln day</numerusform><numerusform>more than %Ln days</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/charts.py"/>
        <source>less than %Ln days</source>
        <translation><numerusform>less than %Ln day</numerusform><numerusform>less than %Ln days</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln more are not listed; an export has all of them.</source>
        <translation><numerusform>%Ln more is not listed; an export has all of them.</numerusform><numerusform>%Ln more are not listed; an export has all of them.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>They share %Ln cached files, which saves %1.</source>
        <translation><numerusform>They share one cached file, which saves %1.</numerusform><numerusform>They share %Ln cached files, which saves %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups should not share</source>
        <translation><numerusform>%Ln group should not share</numerusform><numerusform>%Ln groups should not share</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln validation leaks</source>
        <translation><numerusform>%Ln validation leak</numerusform><numerusform>%Ln validation leaks</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups look alike</source>
        <translation><numerusform>%Ln group looks alike</numerusform><numerusform>%Ln groups look alike</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups hold the same</source>
        <translation><numerusform>%Ln group holds the same</numerusform><numerusform>%Ln groups hold the same</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Looked at %Ln pictures.</source>
        <translation><numerusform>Looked at %Ln picture.</numerusform><numerusform>Looked at %Ln pictures.</numerusform></translation>
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
        <source>%Ln parts</source>
        <translation><numerusform>%Ln part</numerusform><numerusform>%Ln parts</numerusform></translation>
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
        <source>Take %Ln back…</source>
        <translation><numerusform>Take %Ln back…</numerusform><numerusform>Take %Ln back…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Move or rebuild %Ln…</source>
        <translation><numerusform>Move or rebuild %Ln…</numerusform><numerusform>Move or rebuild %Ln…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Look at %Ln…</source>
        <translation><numerusform>Look at %Ln…</numerusform><numerusform>Look at %Ln…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/picture_compare.py"/>
        <source>%Ln more are not shown.</source>
        <translation><numerusform>%Ln more is not shown.</numerusform><numerusform>%Ln more are not shown.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/charts_page.py"/>
        <source>A batch of %Ln</source>
        <translation><numerusform>A batch of %Ln</numerusform><numerusform>A batch of %Ln</numerusform></translation>
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
        <source>%Ln of files that are gone</source>
        <translation><numerusform>%Ln of a file that is gone</numerusform><numerusform>%Ln of files that are gone</numerusform></translation>
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
        <source>%Ln files nobody needs</source>
        <translation><numerusform>%Ln file nobody needs</numerusform><numerusform>%Ln files nobody needs</numerusform></translation>
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
        <source>%Ln things would stop training.</source>
        <translation><numerusform>%Ln thing would stop training.</numerusform><numerusform>%Ln things would stop training.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln pictures, nothing cached yet.</source>
        <translation><numerusform>%Ln picture, nothing cached yet.</numerusform><numerusform>%Ln pictures, nothing cached yet.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln source files would not be trained as they are.</source>
        <translation><numerusform>%Ln source file would not be trained as it is.</numerusform><numerusform>%Ln source files would not be trained as they are.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln things are not trained as they should be.</source>
        <translation><numerusform>%Ln thing is not trained as it should be.</numerusform><numerusform>%Ln things are not trained as they should be.</numerusform></translation>
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
        <source>%Ln cached files were looked into.</source>
        <translation><numerusform>%Ln cached file was looked into.</numerusform><numerusform>%Ln cached files were looked into.</numerusform></translation>
    </message>
</context>
</TS>
