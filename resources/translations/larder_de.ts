<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Larder</name>
    <message>
        <location filename="../../app/application.py"/>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <location filename="../../app/application.py"/>
        <source>Journal</source>
        <translation>Journal</translation>
    </message>
    <message>
        <location filename="../../app/application.py"/>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <location filename="../../app/application.py"/>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <location filename="../../app/cache_session.py"/>
        <source>Survey</source>
        <translation>Bestandsaufnahme</translation>
    </message>
    <message>
        <location filename="../../app/cache_session.py"/>
        <source>Check every source file</source>
        <translation>Jede Quelldatei prüfen</translation>
    </message>
    <message>
        <location filename="../../app/cache_session.py"/>
        <source>Read everything</source>
        <translation>Alles lesen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Undo the clean of %1?</source>
        <translation>Das Aufräumen vom %1 rückgängig machen?</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Undo the build of %1?</source>
        <translation>Den Build vom %1 rückgängig machen?</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Undo the new paths of %1?</source>
        <translation>Die neuen Pfade vom %1 rückgängig machen?</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Undo the repair of %1?</source>
        <translation>Die Reparatur vom %1 rückgängig machen?</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>This undid the clean of %1.</source>
        <translation>Damit ist das Aufräumen vom %1 rückgängig gemacht.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>This undid the build of %1.</source>
        <translation>Damit ist der Build vom %1 rückgängig gemacht.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>This undid the new paths of %1.</source>
        <translation>Damit sind die neuen Pfade vom %1 rückgängig gemacht.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>This undid the repair of %1.</source>
        <translation>Damit ist die Reparatur vom %1 rückgängig gemacht.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This plan covers %Ln caches in %1.</source>
        <translation><numerusform>Dieser Plan umfasst %Ln Cache in %1.</numerusform><numerusform>Dieser Plan umfasst %Ln Caches in %1.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Your pictures and captions are never changed, moved or deleted.</source>
        <translation>Bilder und Captions werden nie geändert, verschoben oder gelöscht.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Nothing is ticked.</source>
        <translation>Nichts ist angehakt.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Move %Ln files to quarantine · %1 · %2 of space used</source>
        <translation><numerusform>%Ln Datei in Quarantäne verschieben · %1 · %2 belegter Platz</numerusform><numerusform>%Ln Dateien in Quarantäne verschieben · %1 · %2 belegter Platz</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>The trainer does not have to encode any file again.</source>
        <translation>Der Trainer muss keine Datei neu encodieren.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>The trainer will encode %Ln files again.</source>
        <translation><numerusform>Der Trainer wird %Ln Datei neu encodieren.</numerusform><numerusform>Der Trainer wird %Ln Dateien neu encodieren.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>The backup copy of the index grows by %1.</source>
        <translation>Die Sicherungskopie des Index wächst um %1.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Remove %Ln entries of deleted files from the index</source>
        <translation><numerusform>%Ln Eintrag einer gelöschten Datei aus dem Index entfernen</numerusform><numerusform>%Ln Einträge gelöschter Dateien aus dem Index entfernen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Delete %Ln files now…</source>
        <translation><numerusform>%Ln Datei jetzt löschen…</numerusform><numerusform>%Ln Dateien jetzt löschen…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Delete %Ln files for good and free %2? Their size is %1.</source>
        <translation><numerusform>%Ln Datei endgültig löschen und %2 freigeben? Ihre Größe ist %1.</numerusform><numerusform>%Ln Dateien endgültig löschen und %2 freigeben? Ihre Größe ist %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln cached files of renamed files are kept and can be relinked.</source>
        <translation><numerusform>%Ln Cache-Datei einer umbenannten Datei bleibt erhalten und lässt sich wieder zuordnen.</numerusform><numerusform>%Ln Cache-Dateien umbenannter Dateien bleiben erhalten und lassen sich wieder zuordnen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Relink %Ln cached files</source>
        <translation><numerusform>%Ln Cache-Datei wieder zuordnen</numerusform><numerusform>%Ln Cache-Dateien wieder zuordnen</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>%1 of %2 ticked</source>
        <translation>%1 von %2 angehakt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Only files of the %Ln selected entries.</source>
        <translation><numerusform>Nur Dateien des ausgewählten Eintrags.</numerusform><numerusform>Nur Dateien der %Ln ausgewählten Einträge.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>in the future</source>
        <translation>in der Zukunft</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln entries are kept.</source>
        <translation><numerusform>%Ln Eintrag bleibt erhalten.</numerusform><numerusform>%Ln Einträge bleiben erhalten.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Clean</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Plan a clean</source>
        <translation>Aufräumen planen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Looking for files that are no longer needed…</source>
        <translation>Nicht mehr benötigte Dateien werden gesucht…</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Prune</source>
        <translation>Ausdünnen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Plan a prune</source>
        <translation>Ausdünnen planen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Looking for the least recently used files…</source>
        <translation>Die am längsten unbenutzten Dateien werden gesucht…</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Nothing to remove.</source>
        <translation>Nichts zu entfernen.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>All files are within the age and size limits.</source>
        <translation>Alle Dateien liegen innerhalb der Grenzen für Alter und Größe.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Clear cache</source>
        <translation>Cache leeren</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Plan a clear</source>
        <translation>Leeren planen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Listing the cached files…</source>
        <translation>Cache-Dateien werden aufgelistet…</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Nothing to clear.</source>
        <translation>Nichts zu leeren.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Enter an age, a size or both. No budgets are set in the preferences.</source>
        <translation>Alter, Größe oder beides eingeben. In den Einstellungen sind keine Budgets festgelegt.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Without an age or a size, the budgets in the preferences apply: %1.</source>
        <translation>Ohne Alter und Größe gelten die Budgets der Einstellungen: %1.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln entries were removed from the index.</source>
        <translation><numerusform>%Ln Eintrag wurde aus dem Index entfernt.</numerusform><numerusform>%Ln Einträge wurden aus dem Index entfernt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln items changed after the preview and were kept.</source>
        <translation><numerusform>%Ln Element hat sich nach der Vorschau geändert und bleibt erhalten.</numerusform><numerusform>%Ln Elemente haben sich nach der Vorschau geändert und bleiben erhalten.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln items could not be moved.</source>
        <translation><numerusform>%Ln Element ließ sich nicht verschieben.</numerusform><numerusform>%Ln Elemente ließen sich nicht verschieben.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Stopped before the end.</source>
        <translation>Vorzeitig gestoppt.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>An operation was interrupted. Finish it or take it back?</source>
        <translation>Ein Vorgang wurde unterbrochen. Ihn abschließen oder zurücknehmen?</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Nothing else is undone. The message afterwards says what was done.</source>
        <translation>Sonst wird nichts rückgängig gemacht. Die Meldung danach sagt, was getan wurde.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This restores %Ln files, %1.</source>
        <translation><numerusform>Das stellt %Ln Datei wieder her, %1.</numerusform><numerusform>Das stellt %Ln Dateien wieder her, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This restores %Ln entries in the index.</source>
        <translation><numerusform>Das stellt %Ln Eintrag im Index wieder her.</numerusform><numerusform>Das stellt %Ln Einträge im Index wieder her.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored the previous index.</source>
        <translation>Der vorherige Index wurde wiederhergestellt.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln files of the build, %1.</source>
        <translation><numerusform>%Ln Datei des Builds wiederhergestellt, %1.</numerusform><numerusform>%Ln Dateien des Builds wiederhergestellt, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln files, %1.</source>
        <translation><numerusform>%Ln Datei wiederhergestellt, %1.</numerusform><numerusform>%Ln Dateien wiederhergestellt, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln entries in the index.</source>
        <translation><numerusform>%Ln Eintrag im Index wiederhergestellt.</numerusform><numerusform>%Ln Einträge im Index wiederhergestellt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln files could not be restored.</source>
        <translation><numerusform>%Ln Datei ließ sich nicht wiederherstellen.</numerusform><numerusform>%Ln Dateien ließen sich nicht wiederherstellen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln quarantines could not be emptied.</source>
        <translation><numerusform>%Ln Quarantäne ließ sich nicht leeren.</numerusform><numerusform>%Ln Quarantänen ließen sich nicht leeren.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Deleted %Ln files for good and freed %1.</source>
        <translation><numerusform>%Ln Datei endgültig gelöscht und %1 freigegeben.</numerusform><numerusform>%Ln Dateien endgültig gelöscht und %1 freigegeben.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Relinked %Ln cached files.</source>
        <translation><numerusform>%Ln Cache-Datei wieder zugeordnet.</numerusform><numerusform>%Ln Cache-Dateien wieder zugeordnet.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>No cached file could be relinked.</source>
        <translation>Keine Cache-Datei ließ sich wieder zuordnen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Stored %Ln new dates.</source>
        <translation><numerusform>Neues Datum von %Ln Datei gemerkt.</numerusform><numerusform>Neues Datum von %Ln Dateien gemerkt.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>No date was stored.</source>
        <translation>Kein Datum wurde gemerkt.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Repaired %Ln indexes.</source>
        <translation><numerusform>%Ln Index repariert.</numerusform><numerusform>%Ln Indexe repariert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>No index is damaged.</source>
        <translation>Kein Index ist beschädigt.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln files changed in the meantime and were skipped.</source>
        <translation><numerusform>%Ln Datei hat sich inzwischen geändert und wurde übersprungen.</numerusform><numerusform>%Ln Dateien haben sich inzwischen geändert und wurden übersprungen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Deleted %Ln files, %1.</source>
        <translation><numerusform>%Ln Datei gelöscht, %1.</numerusform><numerusform>%Ln Dateien gelöscht, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Moved %Ln files to quarantine, %1.</source>
        <translation><numerusform>%Ln Datei in Quarantäne verschoben, %1.</numerusform><numerusform>%Ln Dateien in Quarantäne verschoben, %1.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>No file was moved.</source>
        <translation>Keine Datei wurde verschoben.</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Delete cached files</source>
        <translation>Cache-Dateien löschen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Move to quarantine</source>
        <translation>In Quarantäne verschieben</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Relink</source>
        <translation>Wieder zuordnen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Undo anyway</source>
        <translation>Trotzdem rückgängig machen</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Empty quarantine</source>
        <translation>Quarantäne leeren</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Stopped. No file was moved.</source>
        <translation>Gestoppt. Es wurde keine Datei verschoben.</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;Cache</source>
        <translation>&amp;Cache</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;Tools</source>
        <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Quick look</source>
        <translation>Schnellansich&amp;t</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>No picture or caption is selected.</source>
        <translation>Kein Bild und keine Caption ist ausgewählt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Shows the picture or caption larger.</source>
        <translation>Zeigt das Bild oder die Caption größer.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Compare pictures…</source>
        <translation>Bilder &amp;vergleichen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Lists the pictures that look least like their cached file.</source>
        <translation>Führt die Bilder auf, die ihrer Cache-Datei am wenigsten ähneln.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Show d&amp;uplicates</source>
        <translation>Du&amp;plikate anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Shows pictures and captions with the same content; for a selected entry, its group.</source>
        <translation>Zeigt Bilder und Captions mit gleichem Inhalt; zu einem ausgewählten Eintrag dessen Gruppe.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Train with&amp;out pictures…</source>
        <translation>Ohne &amp;Bilder trainieren…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Checks whether you can train from this cache without the pictures and captions, and lists what is missing.</source>
        <translation>Prüft, ob sich mit diesem Cache ohne Bilder und Captions trainieren lässt, und listet auf, was fehlt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>E&amp;xport cache…</source>
        <translation>&amp;Cache exportieren…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Copies what training needs into a folder or one file, for another computer; lists first what is missing.</source>
        <translation>Kopiert alles, was das Training braucht, in einen Ordner oder eine Datei für einen anderen Rechner; listet vorher auf, was fehlt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>I&amp;mport cache…</source>
        <translation>Cache i&amp;mportieren…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Checks an exported cache and copies it into a cache folder on this computer.</source>
        <translation>Prüft einen exportierten Cache und kopiert ihn in einen Cache-Ordner auf diesem Rechner.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Preferences…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Colours, language, units, hidden names, and how old files must be to be cleaned.</source>
        <translation>Farben, Sprache, Einheiten, verborgene Namen und Mindestalter beim Aufräumen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Help on this</source>
        <translation>&amp;Hilfe hierzu</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Explains the selected row, or the current page or dialog.</source>
        <translation>Erklärt die ausgewählte Zeile oder die aktuelle Seite oder den aktuellen Dialog.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Glossary</source>
        <translation>&amp;Glossar</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Explains the words that Larder uses.</source>
        <translation>Erklärt die Wörter, die Larder benutzt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Find a command…</source>
        <translation>&amp;Befehl suchen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Finds commands, pages, recent workspaces and help by name.</source>
        <translation>Findet Befehle, Seiten, letzte Arbeitsbereiche und Hilfe nach Namen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Lists the keys of every command.</source>
        <translation>Führt die Tasten aller Befehle auf.</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Check a few files with the model</source>
        <translation>Stichprobe mit dem Modell prüfen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Encode %Ln pictures and captions of each concept again to compare?</source>
        <translation><numerusform>%Ln Bild und Caption jedes Konzepts zum Vergleich neu encodieren?</numerusform><numerusform>%Ln Bilder und Captions jedes Konzepts zum Vergleich neu encodieren?</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Larder encodes them with the config&apos;s model and compares the result with the cached files. This shows whether the cached files were made with another VAE, text encoder or data type. Only the result is recorded; pictures, captions and cached files are not changed.</source>
        <translation>Larder encodiert sie mit dem Modell der Config und vergleicht das Ergebnis mit den Cache-Dateien. So zeigt sich, ob die Cache-Dateien mit einem anderen VAE, Text-Encoder oder Datentyp erstellt wurden. Nur das Ergebnis wird aufgezeichnet; Bilder, Captions und Cache-Dateien werden nicht geändert.</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Check a &amp;few files with the model…</source>
        <translation>Stic&amp;hprobe mit dem Modell prüfen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>No cached file here can be checked with the config&apos;s model.</source>
        <translation>Keine Cache-Datei hier lässt sich mit dem Modell der Config prüfen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Encodes a few pictures and captions and compares them with the cache. Shows whether the cache was made with other weights or settings.</source>
        <translation>Encodiert einige Bilder und Captions und vergleicht sie mit dem Cache. Zeigt, ob der Cache mit anderen Gewichten oder Einstellungen erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>The comparison was stopped.</source>
        <translation>Der Vergleich wurde gestoppt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Compare anyway</source>
        <translation>Trotzdem vergleichen</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>No cached file could be compared.</source>
        <translation>Keine Cache-Datei konnte verglichen werden.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%Ln compared cached files match the model.</source>
        <translation><numerusform>%Ln verglichene Cache-Datei stimmt mit dem Modell überein.</numerusform><numerusform>%Ln verglichene Cache-Dateien stimmen mit dem Modell überein.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>This is recorded, so that Larder notices if you change the model or its settings.</source>
        <translation>Das wird aufgezeichnet, damit Larder eine Änderung des Modells oder seiner Einstellungen bemerkt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%1: made with other settings: %2.</source>
        <translation>%1: mit anderen Einstellungen erzeugt: %2.</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%Ln compared cached files do not match the config&apos;s model.</source>
        <translation><numerusform>%Ln verglichene Cache-Datei stimmt nicht mit dem Modell der Config überein.</numerusform><numerusform>%Ln verglichene Cache-Dateien stimmen nicht mit dem Modell der Config überein.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Workspace &amp;tree</source>
        <translation>Arbeitsbereichs&amp;baum</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Inspector</source>
        <translation>&amp;Inspektor</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Jobs</source>
        <translation>A&amp;ufträge</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Follow syst&amp;em</source>
        <translation>Wie das S&amp;ystem</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Dark</source>
        <translation>Dun&amp;kel</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Filter entries</source>
        <translation>Einträge &amp;filtern</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>S&amp;aved filters…</source>
        <translation>&amp;Gespeicherte Filter…</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Opens a saved filter, or saves the current one.</source>
        <translation>Öffnet einen gespeicherten Filter oder speichert den aktuellen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Entries as &amp;pictures</source>
        <translation>Einträge als Bild&amp;er</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Shows entries as a grid of pictures, or as rows.</source>
        <translation>Zeigt Einträge als Bilderraster oder als Zeilen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Go to the inspector</source>
        <translation>Zum In&amp;spektor</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>There is no earlier page.</source>
        <translation>Es gibt keine frühere Seite.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Goes back to the previous page, selection and filter.</source>
        <translation>Geht zur vorherigen Seite mit ihrer Auswahl und ihrem Filter zurück.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>For&amp;ward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>There is no later page.</source>
        <translation>Es gibt keine spätere Seite.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Goes forward again.</source>
        <translation>Geht wieder vorwärts.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Hide &amp;names</source>
        <translation>&amp;Namen verbergen</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Replaces the names of files, folders and concepts, for screenshots and reports.</source>
        <translation>Zeigt Kürzel statt der Namen von Dateien, Ordnern und Konzepten, für Screenshots und Berichte.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;About Larder</source>
        <translation>Über &amp;Larder</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Copy rows</source>
        <translation>Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Copies the selected rows, separated by tabs.</source>
        <translation>Kopiert die ausgewählten Zeilen, mit Tabulatoren getrennt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>E&amp;xport table…</source>
        <translation>Ta&amp;belle exportieren…</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Saves the current table as CSV or JSON, filtered and sorted as shown.</source>
        <translation>Speichert die aktuelle Tabelle als CSV oder JSON, gefiltert und sortiert wie angezeigt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Exp&amp;ort selected rows…</source>
        <translation>Ausgewählte Zei&amp;len exportieren…</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Saves the selected rows as CSV or JSON.</source>
        <translation>Speichert die ausgewählten Zeilen als CSV oder JSON.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Show in Pro&amp;blems</source>
        <translation>In „P&amp;robleme“ anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>The selected entries have no problems.</source>
        <translation>Die ausgewählten Einträge haben keine Probleme.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Shows what is wrong with the selected entries and how to fix it.</source>
        <translation>Zeigt, was mit den ausgewählten Einträgen nicht stimmt und wie es sich beheben lässt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Cop&amp;y paths</source>
        <translation>Pf&amp;ade kopieren</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>No file is selected.</source>
        <translation>Keine Datei ist ausgewählt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Sho&amp;w in folder</source>
        <translation>I&amp;m Ordner anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Opens the folders that hold the selected files.</source>
        <translation>Öffnet die Ordner der ausgewählten Dateien.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Copy co&amp;mmand</source>
        <translation>Befehlsze&amp;ile kopieren</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Copies the command that runs the same survey, with the real names.</source>
        <translation>Kopiert den Befehl für dieselbe Bestandsaufnahme, mit den echten Namen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Opened the first %1 of %2 folders.</source>
        <translation>Die ersten %1 von %2 Ordnern geöffnet.</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>About Larder</source>
        <translation>Über Larder</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Shows, checks, cleans and builds the caches of model training. Your pictures and captions are never changed, moved or deleted.</source>
        <translation>Zeigt, prüft und erstellt die Caches des Modelltrainings und räumt sie auf. Bilder und Captions werden nie geändert, verschoben oder gelöscht.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open &amp;config…</source>
        <translation>&amp;Config öffnen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens a config or preset of OneTrainer, or a config of kohya, musubi or ai-toolkit.</source>
        <translation>Öffnet eine Config oder Voreinstellung von OneTrainer oder eine Config von kohya, musubi oder ai-toolkit.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open &amp;folder…</source>
        <translation>&amp;Ordner öffnen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens a folder that holds caches, or one cache folder.</source>
        <translation>Öffnet einen Ordner mit Caches oder einen Cache-Ordner.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open the &amp;sample workspace</source>
        <translation>Bei&amp;spiel-Arbeitsbereich öffnen</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>The sample is being made.</source>
        <translation>Das Beispiel wird angelegt.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens a small sample workspace to try things out.</source>
        <translation>Öffnet einen kleinen Beispiel-Arbeitsbereich zum Ausprobieren.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open the sample with &amp;released OneTrainer&apos;s cache</source>
        <translation>Beispiel mit dem Cache des &amp;veröffentlichten OneTrainer öffnen</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens the same pictures with the cache of a released OneTrainer.</source>
        <translation>Öffnet dieselben Bilder mit dem Cache eines veröffentlichten OneTrainer.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>C&amp;lose workspace</source>
        <translation>Arbeitsbereich sch&amp;ließen</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>No workspace is open.</source>
        <translation>Kein Arbeitsbereich ist offen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>&amp;Rescan</source>
        <translation>&amp;Neu einlesen</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Surveys the workspace again; changes nothing.</source>
        <translation>Liest den Arbeitsbereich neu ein; ändert nichts.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Read ever&amp;ything…</source>
        <translation>Alles lesen und &amp;prüfen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens every picture, caption, mask and cached file, to find what would stop or spoil training.</source>
        <translation>Öffnet jedes Bild, jede Caption, jede Maske und jede Cache-Datei und findet, was das Training abbrechen oder verfälschen würde.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>What training would &amp;get wrong</source>
        <translation>Was das &amp;Training falsch machen würde</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Lists what stops training, and what is trained wrong without a warning.</source>
        <translation>Listet auf, was das Training abbricht und was ohne Warnung falsch trainiert wird.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Chec&amp;k files not opened yet</source>
        <translation>Noch nicht geöffnete Dateien &amp;lesen</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Checks sources and cached files for damage, NaN, zeros, and other models or captions. Files that have not changed since the last check are not read again.</source>
        <translation>Prüft Quelldateien und Cache-Dateien auf Schäden, NaN, Nullen und andere Modelle oder Captions. Dateien, die sich seit der letzten Prüfung nicht geändert haben, werden nicht noch einmal gelesen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Store new &amp;dates…</source>
        <translation>&amp;Datum merken…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>No file has only a new date.</source>
        <translation>Keine Datei hat nur ein neues Datum.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Stores the new dates of unchanged files, so that they are not read again.</source>
        <translation>Merkt sich das neue Datum unveränderter Dateien, damit sie nicht noch einmal gelesen werden.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Relink c&amp;ached files…</source>
        <translation>Cache-Dateien wieder &amp;zuordnen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>No cached file of a renamed file was found.</source>
        <translation>Keine Cache-Datei einer umbenannten Datei wurde gefunden.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Links the cached files of renamed pictures and captions to the new names.</source>
        <translation>Ordnet die Cache-Dateien umbenannter Bilder und Captions den neuen Namen zu.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Repair &amp;index…</source>
        <translation>Inde&amp;x reparieren…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Copies the readable entries of a damaged index into a new one.</source>
        <translation>Kopiert die lesbaren Einträge eines beschädigten Index in einen neuen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Find mo&amp;ved folder…</source>
        <translation>Verschobenen &amp;Ordner suchen…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Every folder can be reached.</source>
        <translation>Jeder Ordner ist erreichbar.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Finds the new place of a folder that cannot be reached, and updates the paths of its entries.</source>
        <translation>Findet den neuen Ort eines nicht erreichbaren Ordners und aktualisiert die Pfade seiner Einträge.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open a config</source>
        <translation>Config öffnen</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Configs and presets (*.json *.toml *.yaml *.yml)</source>
        <translation>Configs und Voreinstellungen (*.json *.toml *.yaml *.yml)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open a folder with caches</source>
        <translation>Einen Ordner mit Caches öffnen</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>The sample workspace was made by an earlier version of Larder.</source>
        <translation>Der Beispiel-Arbeitsbereich stammt von einer früheren Larder-Version.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Delete the folder %1 to create the sample again.</source>
        <translation>Den Ordner %1 löschen, um das Beispiel neu anzulegen.</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Sample workspace</source>
        <translation>Beispiel-Arbeitsbereich</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Larder reads and cleans these caches and builds nothing for their trainer.</source>
        <translation>Larder liest diese Caches und räumt sie auf, erstellt aber nichts für ihren Trainer.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>&amp;Build…</source>
        <translation>&amp;Erstellen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Shows what is not cached yet or needs rebuilding, and how long a build takes.</source>
        <translation>Zeigt, was noch nicht gecacht oder veraltet ist und wie lange ein Build dauert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Convert to cache.&amp;json…</source>
        <translation>In cache.&amp;json umwandeln…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>This workspace has no cache of a released OneTrainer.</source>
        <translation>Dieser Arbeitsbereich hat keinen Cache eines veröffentlichten OneTrainer.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Converts the cache of a released OneTrainer to cache.json without encoding anything. The old cache is kept.</source>
        <translation>Wandelt den Cache eines veröffentlichten OneTrainer in cache.json um, ohne etwas zu encodieren. Der alte Cache bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Rebuild s&amp;elected entries…</source>
        <translation>Ausgewählte Einträge ne&amp;u erstellen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Rebuilds the selected entries, even if they are up to date. In a cache of your own files, only entries that are missing or need rebuilding.</source>
        <translation>Erstellt die ausgewählten Einträge neu, auch aktuelle. In einem Cache eigener Dateien nur fehlende oder veraltete.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Rebuild &amp;these…</source>
        <translation>Diese neu er&amp;stellen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Rebuilds the entries of the selected problem.</source>
        <translation>Erstellt die Einträge des ausgewählten Problems neu.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>&amp;What if…</source>
        <translation>Was &amp;wäre, wenn…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Shows which cached files other settings would invalidate, and how long rebuilding them would take.</source>
        <translation>Zeigt, welche Cache-Dateien andere Einstellungen ungültig machen würden und wie lange das Neuerstellen dauern würde.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Larder cannot build any of the selected entries.</source>
        <translation>Larder kann keinen der ausgewählten Einträge erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>They are up to date.</source>
        <translation>Sie sind aktuell.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Build</source>
        <translation>Erstellen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Encodes a few files as a test and discards them, to measure how long the rest takes.</source>
        <translation>Encodiert ein paar Dateien zur Probe und verwirft sie, um zu messen, wie lange der Rest dauert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Nothing to build.</source>
        <translation>Nichts zu erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Plan a build</source>
        <translation>Build planen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Encoding a few files as a test…</source>
        <translation>Ein paar Dateien werden zur Probe encodiert…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Looking for what is missing…</source>
        <translation>Fehlendes wird gesucht…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Files of this build</source>
        <translation>Dateien dieses Builds</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Find devices</source>
        <translation>Geräte suchen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Convert</source>
        <translation>Umwandeln</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Builds everything that is not cached yet or needs rebuilding; only the window can build a selection:</source>
        <translation>Erstellt alles, was noch nicht gecacht oder veraltet ist; eine Auswahl kann nur das Fenster erstellen:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Makes a new plan and builds:</source>
        <translation>Plant neu und erstellt:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Add file…</source>
        <translation>Datei hinzufügen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Removes these models; the build uses the models of the config again.</source>
        <translation>Entfernt diese Modelle; der Build benutzt wieder die Modelle der Config.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Folder with the VAE or text encoders</source>
        <translation>Ordner mit dem VAE oder den Text-Encodern</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Models (*.safetensors)</source>
        <translation>Modelle (*.safetensors)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>from the config</source>
        <translation>aus der Config</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Fastest available</source>
        <translation>Schnellstes verfügbares</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>From the config</source>
        <translation>Aus der Config</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Precision is one of the settings: files made with another precision than the config&apos;s need rebuilding.</source>
        <translation>Die Präzision gehört zu den Einstellungen: Dateien, die mit einer anderen Präzision als der der Config erstellt wurden, sind veraltet.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>%1 (not available)</source>
        <translation>%1 (nicht verfügbar)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>All %1 graphics cards</source>
        <translation>Alle %1 Grafikkarten</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Encode them again</source>
        <translation>Neu encodieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Keep them: two models in one cache</source>
        <translation>Behalten: zwei Modelle in einem Cache</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Part of this cache was encoded with another model.</source>
        <translation>Ein Teil dieses Caches wurde mit einem anderen Modell encodiert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Use that model instead</source>
        <translation>Stattdessen dieses Modell benutzen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/resume.py"/>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/resume.py"/>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Progress of the build and of the current stage</source>
        <translation>Fortschritt des Builds und der laufenden Stufe</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Retry failed files</source>
        <translation>Fehlgeschlagene wiederholen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Build anyway</source>
        <translation>Trotzdem erstellen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Plan again</source>
        <translation>Neu planen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Open the cache</source>
        <translation>Cache öffnen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>What is not cached yet or needs rebuilding</source>
        <translation>Noch nicht Gecachtes und Veraltetes</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Only what is not cached yet</source>
        <translation>Nur noch nicht Gecachtes</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Only what needs rebuilding</source>
        <translation>Nur Veraltetes</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Everything, including what is up to date</source>
        <translation>Alles, auch Aktuelles</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Pictures %1.</source>
        <translation>Bilder: %1.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Captions %1.</source>
        <translation>Captions: %1.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>every released OneTrainer</source>
        <translation>jedes veröffentlichte OneTrainer</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>pull request 1411 only (cache.json)</source>
        <translation>Pull-Request 1411 allein (cache.json)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>After that, this workspace is cached for %1.</source>
        <translation>Von da an ist dieser Arbeitsbereich für %1 gecacht.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln cached files are reused from the cache for %1, which is not changed.</source>
        <translation><numerusform>%Ln Cache-Datei wird aus dem Cache für %1 übernommen, der nicht geändert wird.</numerusform><numerusform>%Ln Cache-Dateien werden aus dem Cache für %1 übernommen, der nicht geändert wird.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Your pictures, captions and the trainer&apos;s config are never changed. If you cancel, finished files are kept, and the next build continues from there.</source>
        <translation>Bilder, Captions und die Config des Trainers werden nie geändert. Beim Abbrechen bleiben fertige Dateien erhalten, und der nächste Build macht dort weiter.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>not known yet</source>
        <translation>noch unbekannt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>not measured yet</source>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Reuse all cached files</source>
        <translation>Alle Cache-Dateien übernehmen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Record the contents of %Ln files</source>
        <translation><numerusform>Inhalt von %Ln Datei aufzeichnen</numerusform><numerusform>Inhalt von %Ln Dateien aufzeichnen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Put %Ln entries in order</source>
        <translation><numerusform>%Ln Eintrag ordnen</numerusform><numerusform>%Ln Einträge ordnen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures and captions are up to date afterwards.</source>
        <translation><numerusform>%Ln Bild oder Caption ist danach aktuell.</numerusform><numerusform>%Ln Bilder und Captions sind danach aktuell.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Encode %Ln files</source>
        <translation><numerusform>%Ln Datei encodieren</numerusform><numerusform>%Ln Dateien encodieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>encode %Ln</source>
        <translation><numerusform>%Ln encodieren</numerusform><numerusform>%Ln encodieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Copy %Ln files</source>
        <translation><numerusform>%Ln Datei kopieren</numerusform><numerusform>%Ln Dateien kopieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>copy %Ln</source>
        <translation><numerusform>%Ln kopieren</numerusform><numerusform>%Ln kopieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Move %Ln files</source>
        <translation><numerusform>%Ln Datei verschieben</numerusform><numerusform>%Ln Dateien verschieben</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>move %Ln</source>
        <translation><numerusform>%Ln verschieben</numerusform><numerusform>%Ln verschieben</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The time is not known yet, because this encoder has not been used on this computer. It will be known after the first minute.</source>
        <translation>Die Dauer ist noch unbekannt, weil dieser Encoder auf diesem Rechner noch nicht benutzt wurde. Nach der ersten Minute ist sie bekannt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Time based on earlier builds with this encoder.</source>
        <translation>Dauer nach früheren Builds mit diesem Encoder.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Time measured with %Ln files.</source>
        <translation><numerusform>Dauer an %Ln Datei gemessen.</numerusform><numerusform>Dauer an %Ln Dateien gemessen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>This includes %1 to load the encoder.</source>
        <translation>Davon %1 zum Laden des Encoders.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The last similar build was estimated at %1 and took %2.</source>
        <translation>Der letzte ähnliche Build wurde auf %1 geschätzt und dauerte %2.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%1 free.</source>
        <translation>%1 frei.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Not enough space: %1 free, %2 needed. The build stops cleanly when the drive is full.</source>
        <translation>Nicht genug Platz: %1 frei, %2 gebraucht. Der Build stoppt sauber, wenn das Laufwerk voll ist.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%1 free, %2 after.</source>
        <translation>%1 frei, danach %2.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Files that are kept or moved are not encoded again. Replaced folders go into quarantine, and Undo restores them.</source>
        <translation>Dateien, die bleiben oder verschoben werden, werden nicht neu encodiert. Ersetzte Ordner kommen in Quarantäne, „Rückgängig“ stellt sie wieder her.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln of the moved files belong to renamed pictures or captions and are relinked.</source>
        <translation><numerusform>%Ln der verschobenen Dateien gehört zu einem umbenannten Bild oder einer umbenannten Caption und wird wieder zugeordnet.</numerusform><numerusform>%Ln der verschobenen Dateien gehören zu umbenannten Bildern oder Captions und werden wieder zugeordnet.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Identical pictures and captions are encoded once and share the cached file.</source>
        <translation>Gleiche Bilder und Captions werden einmal encodiert und teilen sich die Cache-Datei.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln other entries of the same groups are rebuilt too, because a group is written as a whole.</source>
        <translation><numerusform>%Ln weiterer Eintrag derselben Gruppe wird auch neu erstellt, weil eine Gruppe als Ganzes geschrieben wird.</numerusform><numerusform>%Ln weitere Einträge derselben Gruppen werden auch neu erstellt, weil eine Gruppe als Ganzes geschrieben wird.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln entries are cached already; only the index changes.</source>
        <translation><numerusform>%Ln Eintrag ist schon gecacht; nur der Index ändert sich.</numerusform><numerusform>%Ln Einträge sind schon gecacht; nur der Index ändert sich.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>It is not recorded how a trainer made %Ln cached files, and the config has used other models or settings before. Cache &gt; Check a few files with the model compares some of them.</source>
        <translation><numerusform>Es ist nicht aufgezeichnet, wie ein Trainer %Ln Cache-Datei erstellt hat, und die Config hat vorher andere Modelle oder Einstellungen benutzt. „Cache &gt; Stichprobe mit dem Modell prüfen“ vergleicht sie.</numerusform><numerusform>Es ist nicht aufgezeichnet, wie ein Trainer %Ln Cache-Dateien erstellt hat, und die Config hat vorher andere Modelle oder Einstellungen benutzt. „Cache &gt; Stichprobe mit dem Modell prüfen“ vergleicht einige davon.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln cached files cannot be recognised and are encoded again.</source>
        <translation><numerusform>%Ln Cache-Datei ist nicht zu erkennen und wird neu encodiert.</numerusform><numerusform>%Ln Cache-Dateien sind nicht zu erkennen und werden neu encodiert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln files cannot be read and are skipped.</source>
        <translation><numerusform>%Ln Datei ist nicht lesbar und wird übersprungen.</numerusform><numerusform>%Ln Dateien sind nicht lesbar und werden übersprungen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures or captions are not rebuilt.</source>
        <translation><numerusform>%Ln Bild oder Caption wird nicht neu erstellt.</numerusform><numerusform>%Ln Bilder oder Captions werden nicht neu erstellt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures or captions are left to the trainer.</source>
        <translation><numerusform>%Ln Bild oder Caption bleibt dem Trainer überlassen.</numerusform><numerusform>%Ln Bilder oder Captions bleiben dem Trainer überlassen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln captions were encoded with %1; this build uses %2.</source>
        <translation><numerusform>%Ln Caption wurde mit %1 encodiert; dieser Build benutzt %2.</numerusform><numerusform>%Ln Captions wurden mit %1 encodiert; dieser Build benutzt %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures were encoded with %1; this build uses %2.</source>
        <translation><numerusform>%Ln Bild wurde mit %1 encodiert; dieser Build benutzt %2.</numerusform><numerusform>%Ln Bilder wurden mit %1 encodiert; dieser Build benutzt %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Only the %Ln selected entries</source>
        <translation><numerusform>Nur der %Ln ausgewählte Eintrag</numerusform><numerusform>Nur die %Ln ausgewählten Einträge</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Build %1</source>
        <translation>Build von %1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The build used other settings than your config: %1. Change them in OneTrainer; until then this window shows the states for your config as it is.</source>
        <translation>Der Build hat andere Einstellungen als die Config benutzt: %1. Diese in OneTrainer ändern; bis dahin zeigt dieses Fenster die Zustände für die Config, wie sie ist.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln were reused, not encoded.</source>
        <translation><numerusform>%Ln wurde übernommen, nicht encodiert.</numerusform><numerusform>%Ln wurden übernommen, nicht encodiert.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln files could not be built.</source>
        <translation><numerusform>%Ln Datei ließ sich nicht erstellen.</numerusform><numerusform>%Ln Dateien ließen sich nicht erstellen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The next build continues from there.</source>
        <translation>Der nächste Build macht dort weiter.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Built %Ln files, %1.</source>
        <translation><numerusform>%Ln Datei erstellt, %1.</numerusform><numerusform>%Ln Dateien erstellt, %1.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Estimated %1, took %2.</source>
        <translation>Geschätzt %1, gebraucht %2.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Nothing was built.</source>
        <translation>Nichts wurde erstellt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Cached files were put in their right places; nothing was encoded.</source>
        <translation>Cache-Dateien wurden an ihre richtigen Plätze verschoben; nichts wurde encodiert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Nothing had to be built.</source>
        <translation>Nichts musste erstellt werden.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Stopped: %1 of %2 kept.</source>
        <translation>Gestoppt: %1 von %2 bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The drive of the %1 cache is full. Nothing was changed.</source>
        <translation>Das Laufwerk des Caches %1 ist voll. Nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The drive is full. Nothing was changed.</source>
        <translation>Das Laufwerk ist voll. Nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The drive of the %3 cache is full: %1 of %2 kept.</source>
        <translation>Das Laufwerk des Caches %3 ist voll: %1 von %2 bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The drive is full: %1 of %2 kept.</source>
        <translation>Das Laufwerk ist voll: %1 von %2 bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%1 free, %2 needed for the rest.</source>
        <translation>%1 frei, für den Rest %2 gebraucht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Stopped before anything was built.</source>
        <translation>Gestoppt, bevor etwas erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The build of %1 stopped at %2 of %3.</source>
        <translation>Der Build von %1 stoppte bei %2 von %3.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The build of %1 stopped before its first file.</source>
        <translation>Der Build von %1 stoppte vor der ersten Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>What was finished is kept. Resume?</source>
        <translation>Was fertig ist, bleibt erhalten. Fortsetzen?</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>It rebuilds everything, including what is up to date, so it starts from the beginning. Resume?</source>
        <translation>Er erstellt alles neu, auch Aktuelles, und beginnt daher von vorn. Fortsetzen?</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>It uses changed settings, not those of the config.</source>
        <translation>Er benutzt geänderte Einstellungen, nicht die der Config.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Encoder</source>
        <translation>Encoder</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Sources</source>
        <translation>Quelldateien</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Encode or copy</source>
        <translation>Encodieren/kopieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files that are made. Identical pictures and captions are encoded once and copied.</source>
        <translation>Cache-Dateien, die entstehen. Gleiche Bilder und Captions werden einmal encodiert und kopiert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Concept</source>
        <translation>Konzept</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files that are kept where they are.</source>
        <translation>Cache-Dateien, die an ihrem Platz bleiben.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/view.py"/>
        <source>%Ln of them stay out of date, because only other files are built.</source>
        <translation><numerusform>%Ln davon bleibt veraltet, weil nur andere Dateien erstellt werden.</numerusform><numerusform>%Ln davon bleiben veraltet, weil nur andere Dateien erstellt werden.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Good cached files in the wrong position. They are moved, not encoded again.</source>
        <translation>Gute Cache-Dateien am falschen Platz. Sie werden verschoben, nicht neu encodiert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files copied from another place for the same picture or caption, and those that only get another mask.</source>
        <translation>Cache-Dateien desselben Bildes oder derselben Caption, die von anderswo kopiert werden, und solche, die nur eine andere Maske erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Encode</source>
        <translation>Encodieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files that have to be encoded.</source>
        <translation>Cache-Dateien, die encodiert werden müssen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files that are no longer needed. They go into quarantine with the replaced folders.</source>
        <translation>Cache-Dateien, die nicht mehr gebraucht werden. Sie kommen mit den ersetzten Ordnern in Quarantäne.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>OneTrainer would delete what you build.</source>
        <translation>OneTrainer würde löschen, was hier erstellt wird.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>What to build</source>
        <translation>Was erstellt wird</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>&amp;for</source>
        <translation>&amp;für</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Which OneTrainer can read it</source>
        <translation>Welches OneTrainer ihn lesen kann</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Device and precision</source>
        <translation>Gerät und Präzision</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>What would be built</source>
        <translation>Was erstellt würde</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Show files</source>
        <translation>Dateien anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Lists what is done with each file, with its picture. A double click on a row lists the files of its concept alone.</source>
        <translation>Zeigt zu jeder Datei mit Bild, was mit ihr geschieht. Ein Doppelklick auf eine Zeile zeigt nur die Dateien ihres Konzepts.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>What happens to the cached files of each concept</source>
        <translation>Was mit den Cache-Dateien jedes Konzepts geschieht</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>The VAE and the text encoders are needed first.</source>
        <translation>Zuerst werden der VAE und die Text-Encoder gebraucht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Built for changed settings: %1. Change them in your trainer&apos;s config too, before you train.</source>
        <translation>Für geänderte Einstellungen erstellt: %1. Vor dem Training auch in der Config des Trainers ändern.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing has to be encoded or written.</source>
        <translation>Nichts muss encodiert oder geschrieben werden.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing has to be encoded.</source>
        <translation>Nichts muss encodiert werden.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>All cached files exist already; only the index is written.</source>
        <translation>Alle Cache-Dateien sind schon vorhanden; nur der Index wird geschrieben.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>There is nothing to build in the folders that can be reached.</source>
        <translation>In den erreichbaren Ordnern ist nichts zu erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing else has to be built.</source>
        <translation>Sonst ist nichts zu erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing that Larder can build is missing.</source>
        <translation>Nichts fehlt, was Larder erstellen kann.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing is missing.</source>
        <translation>Es fehlt nichts.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Everything is cached and up to date.</source>
        <translation>Alles ist gecacht und aktuell.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>&amp;Build</source>
        <translation>&amp;Erstellen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>All files are there, but %Ln were made from other pictures or captions.</source>
        <translation><numerusform>Alle Dateien sind da, aber %Ln entstand aus einem anderen Bild oder einer anderen Caption.</numerusform><numerusform>Alle Dateien sind da, aber %Ln entstanden aus anderen Bildern oder Captions.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Build…</source>
        <translation>Erstellen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Find all</source>
        <translation>Alle finden</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Choose another place…</source>
        <translation>Anderen Ort wählen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Build… moves these files to their right positions and encodes what is missing.</source>
        <translation>„Erstellen…“ verschiebt diese Dateien an ihre richtigen Positionen und encodiert, was fehlt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Build… creates the missing files.</source>
        <translation>„Erstellen…“ erzeugt die fehlenden Dateien.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln concepts</source>
        <translation><numerusform>%Ln Konzept</numerusform><numerusform>%Ln Konzepte</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln pictures</source>
        <translation><numerusform>%Ln Bild</numerusform><numerusform>%Ln Bilder</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln captions</source>
        <translation><numerusform>%Ln Caption</numerusform><numerusform>%Ln Captions</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Export the cache</source>
        <translation>Cache exportieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Destination of the export</source>
        <translation>Ziel des Exports</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>A folder that OneTrainer can use as its cache folder</source>
        <translation>Ein Ordner, den OneTrainer als Cache-Ordner benutzen kann</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>One file (.zip) that training in Python reads without unpacking</source>
        <translation>Eine Datei (.zip), die ein Training in Python liest, ohne sie zu entpacken</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Include captions</source>
        <translation>Captions mitnehmen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Destination:</source>
        <translation>Ziel:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Format:</source>
        <translation>Format:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Copies what training needs, for use on another computer: cached files with relative paths, and a list of checksums. Your cache, pictures and captions are not changed.</source>
        <translation>Kopiert alles, was das Training auf einem anderen Rechner braucht: Cache-Dateien mit relativen Pfaden und eine Liste von Prüfsummen. Cache, Bilder und Captions werden nicht geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check the cache before exporting it</source>
        <translation>Cache vor dem Export prüfen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Everything that training needs is cached.</source>
        <translation>Alles, was zum Training nötig ist, ist gecacht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>No file has changed since it was cached.</source>
        <translation>Keine Datei hat sich seit dem Cachen geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Every cached file can be read.</source>
        <translation>Jede Cache-Datei ist lesbar.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln cached files are checked during the export, because there are too many to read them in advance.</source>
        <translation><numerusform>%Ln Cache-Datei wird beim Export geprüft, weil es zu viele sind, um sie vorher zu lesen.</numerusform><numerusform>%Ln Cache-Dateien werden beim Export geprüft, weil es zu viele sind, um sie vorher zu lesen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The destination is free.</source>
        <translation>Das Ziel ist frei.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files of an interrupted export exist already; the export continues.</source>
        <translation><numerusform>%Ln Datei eines unterbrochenen Exports ist schon vorhanden; der Export wird fortgesetzt.</numerusform><numerusform>%Ln Dateien eines unterbrochenen Exports sind schon vorhanden; der Export wird fortgesetzt.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%1 free at the destination.</source>
        <translation>%1 am Ziel frei.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>No paths of this computer are included.</source>
        <translation>Pfade dieses Rechners sind nicht enthalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Captions are included.</source>
        <translation>Captions sind enthalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Captions are not included, only the text encoder&apos;s output.</source>
        <translation>Captions sind nicht enthalten, nur die Ausgabe des Text-Encoders.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>A folder, for OneTrainer on a computer where the concepts have the same paths</source>
        <translation>Ein Ordner, für OneTrainer auf einem Rechner, auf dem die Konzepte dieselben Pfade haben</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>One file (.zip), to import on the training computer</source>
        <translation>Eine Datei (.zip), zum Importieren auf dem Trainingsrechner</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln problems block the export; the list says what to do.</source>
        <translation><numerusform>%Ln Problem verhindert den Export; die Liste sagt, was zu tun ist.</numerusform><numerusform>%Ln Probleme verhindern den Export; die Liste sagt, was zu tun ist.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%1: %2, %3, %4.</source>
        <translation>%1: %2, %3, %4.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln entries are left out, because their picture was deleted or their concept is disabled.</source>
        <translation><numerusform>%Ln Eintrag wird ausgelassen, weil sein Bild gelöscht oder sein Konzept deaktiviert ist.</numerusform><numerusform>%Ln Einträge werden ausgelassen, weil ihre Bilder gelöscht oder ihre Konzepte deaktiviert sind.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Exported %Ln files to %1.</source>
        <translation><numerusform>%Ln Datei nach %1 exportiert.</numerusform><numerusform>%Ln Dateien nach %1 exportiert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check the export before you upload it, and again on the other computer.</source>
        <translation>Den Export vor dem Hochladen prüfen und noch einmal auf dem anderen Rechner.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check export</source>
        <translation>Export prüfen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The export was stopped; the files written so far are kept.</source>
        <translation>Der Export wurde gestoppt; die schon geschriebenen Dateien bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import a cache</source>
        <translation>Einen Cache importieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The exported cache</source>
        <translation>Der exportierte Cache</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import from</source>
        <translation>Importieren aus</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Exported caches (*.zip larder-bundle.json)</source>
        <translation>Exportierte Caches (*.zip larder-bundle.json)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Destination of the import</source>
        <translation>Ziel des Imports</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import into</source>
        <translation>Importieren in</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The folder that contains the pictures&apos; folders</source>
        <translation>Der Ordner, der die Bilderordner enthält</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Pictures are in</source>
        <translation>Bilder liegen in</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>where the config says</source>
        <translation>wie in der Config angegeben</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>From:</source>
        <translation>Aus:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Into:</source>
        <translation>In:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Pictures are in:</source>
        <translation>Bilder liegen in:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Every file is compared with the checksums made during the export. Existing files in the cache folder are never overwritten.</source>
        <translation>Jede Datei wird mit den Prüfsummen vom Export verglichen. Vorhandene Dateien im Cache-Ordner werden nie überschrieben.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Choose an exported cache: a folder or a .zip file.</source>
        <translation>Einen exportierten Cache wählen: einen Ordner oder eine .zip-Datei.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check an exported cache</source>
        <translation>Einen exportierten Cache prüfen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>No file has changed since the export.</source>
        <translation>Keine Datei hat sich seit dem Export geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>No existing file is overwritten.</source>
        <translation>Keine vorhandene Datei wird überschrieben.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files exist already; the import continues.</source>
        <translation><numerusform>%Ln Datei ist schon vorhanden; der Import wird fortgesetzt.</numerusform><numerusform>%Ln Dateien sind schon vorhanden; der Import wird fortgesetzt.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%1 fits the folder %2: %3, %4.</source>
        <translation>%1 passt zum Ordner %2: %3, %4.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Contents: %1, %2, %3.</source>
        <translation>Inhalt: %1, %2, %3.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Captions are not included.</source>
        <translation>Captions sind nicht enthalten.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln problems block the import; the list says what to do.</source>
        <translation><numerusform>%Ln Problem verhindert den Import; die Liste sagt, was zu tun ist.</numerusform><numerusform>%Ln Probleme verhindern den Import; die Liste sagt, was zu tun ist.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The exported cache is damaged. Copy it again.</source>
        <translation>Der exportierte Cache ist beschädigt. Noch einmal kopieren.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Choose a destination: a config or a cache folder.</source>
        <translation>Ein Ziel wählen: eine Config oder einen Cache-Ordner.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files to import, %1.</source>
        <translation><numerusform>%Ln Datei zu importieren, %1.</numerusform><numerusform>%Ln Dateien zu importieren, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Imported %Ln files.</source>
        <translation><numerusform>%Ln Datei importiert.</numerusform><numerusform>%Ln Dateien importiert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The import was stopped; the files imported so far are kept.</source>
        <translation>Der Import wurde gestoppt; die schon importierten Dateien bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import anyway</source>
        <translation>Trotzdem importieren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files contain values that are not numbers.</source>
        <translation><numerusform>%Ln Datei enthält Werte, die keine Zahlen sind.</numerusform><numerusform>%Ln Dateien enthalten Werte, die keine Zahlen sind.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Build these files again, then export them again.</source>
        <translation>Diese Dateien neu erstellen, dann noch einmal exportieren.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The exported cache has %Ln problems.</source>
        <translation><numerusform>Der exportierte Cache hat %Ln Problem.</numerusform><numerusform>Der exportierte Cache hat %Ln Probleme.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Copy it again.</source>
        <translation>Noch einmal kopieren.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>What was checked</source>
        <translation>Was geprüft wurde</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Lists the pictures and captions, with pictures.</source>
        <translation>Zeigt die Bilder und Captions, mit Vorschaubildern.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Train without pictures and captions</source>
        <translation>Ohne Bilder und Captions trainieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Builds what the cache lacks.</source>
        <translation>Erstellt, was im Cache fehlt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>With a cache.json cache you can train on a computer that has neither the pictures nor the captions, if the cache contains everything that training needs. This check changes nothing.</source>
        <translation>Mit einem cache.json-Cache lässt sich auf einem Rechner trainieren, der weder Bilder noch Captions hat, sofern der Cache alles enthält, was das Training braucht. Diese Prüfung ändert nichts.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Check training without pictures</source>
        <translation>Training ohne Bilder prüfen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Convert…</source>
        <translation>Umwandeln…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>The cache contains everything that training needs.</source>
        <translation>Der Cache enthält alles, was das Training braucht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Convert… creates a cache.json cache without encoding anything.</source>
        <translation>„Umwandeln…“ erzeugt einen Cache mit cache.json, ohne etwas zu encodieren.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Ready to train %Ln samples without pictures and captions.</source>
        <translation><numerusform>Bereit, %Ln Sample ohne Bild und Caption zu trainieren.</numerusform><numerusform>Bereit, %Ln Samples ohne Bilder und Captions zu trainieren.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Not ready: %Ln things are missing.</source>
        <translation><numerusform>Nicht bereit: %Ln Sache fehlt.</numerusform><numerusform>Nicht bereit: %Ln Dinge fehlen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>%Ln left out: the picture was deleted or its concept is disabled.</source>
        <translation><numerusform>%Ln ausgelassen: Das Bild wurde gelöscht, oder sein Konzept ist deaktiviert.</numerusform><numerusform>%Ln ausgelassen: Die Bilder wurden gelöscht, oder ihre Konzepte sind deaktiviert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>C&amp;lean…</source>
        <translation>&amp;Aufräumen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Shows what would be removed; nothing moves until you agree.</source>
        <translation>Zeigt, was entfernt würde; ohne Ihre Zustimmung wird nichts verschoben.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Clea&amp;n these…</source>
        <translation>D&amp;iese aufräumen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Shows what would be removed for the problems selected on the Problems page.</source>
        <translation>Zeigt, was für die auf der Seite „Probleme“ ausgewählten Probleme entfernt würde.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Clean &amp;selected entries…</source>
        <translation>Ausgewählte Einträge au&amp;fräumen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Shows what would be removed for the selected entries.</source>
        <translation>Zeigt, was für die ausgewählten Einträge entfernt würde.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>&amp;Prune…</source>
        <translation>Ausd&amp;ünnen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>No cache in this workspace records when its files were used.</source>
        <translation>Kein Cache in diesem Arbeitsbereich zeichnet auf, wann seine Dateien benutzt wurden.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Frees space: removes cached files that have not been used for a long time, or the oldest ones above a size limit.</source>
        <translation>Schafft Platz: entfernt lange nicht benutzte Cache-Dateien oder die ältesten oberhalb einer Größengrenze.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Clear cac&amp;he…</source>
        <translation>Cache lee&amp;ren…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>There is no cache in this workspace.</source>
        <translation>In diesem Arbeitsbereich ist kein Cache.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Empties a whole cache, after showing what would be removed.</source>
        <translation>Leert einen ganzen Cache und zeigt vorher, was entfernt würde.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>&amp;Undo the last operation…</source>
        <translation>Letzten Vorgang rück&amp;gängig machen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Restores what the last clean removed, or the last build or move replaced. Shows first what that is.</source>
        <translation>Stellt wieder her, was das letzte Aufräumen entfernt oder der letzte Build oder Umzug ersetzt hat. Zeigt zuerst, was das ist.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Delete now</source>
        <translation>Jetzt löschen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Frees the space at once and cannot be undone. Files in quarantine can be restored with one click until you empty it.</source>
        <translation>Gibt den Platz sofort frei und lässt sich nicht rückgängig machen. Dateien in Quarantäne lassen sich mit einem Klick wiederherstellen, bis sie geleert wird.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Remove entries</source>
        <translation>Einträge entfernen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Export plan</source>
        <translation>Plan exportieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Plans (*.json)</source>
        <translation>Pläne (*.json)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>The ticks cannot be saved.</source>
        <translation>Die Häkchen lassen sich nicht speichern.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>This command does the same:</source>
        <translation>Dieser Befehl tut dasselbe:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Makes a new plan and applies what is ticked by default:</source>
        <translation>Plant neu und wendet an, was standardmäßig angehakt ist:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>You changed the ticks: export the plan, then apply the file:</source>
        <translation>Die Häkchen wurden geändert: den Plan exportieren, dann die Datei anwenden:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Applies the exported plan with these ticks:</source>
        <translation>Wendet den exportierten Plan mit diesen Häkchen an:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>The plan cannot be saved.</source>
        <translation>Der Plan lässt sich nicht speichern.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>They cannot be restored. Your pictures and captions are not changed.</source>
        <translation>Sie lassen sich nicht wiederherstellen. Bilder und Captions werden nicht geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Nothing was changed. Make a new plan first.</source>
        <translation>Es wurde nichts geändert. Zuerst einen neuen Plan erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>everything cached of one concept with one set of settings</source>
        <translation>alles, was von einem Konzept mit denselben Einstellungen gecacht ist</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>a folder that no training uses</source>
        <translation>ein Ordner, den kein Training benutzt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>not ticked</source>
        <translation>nicht angehakt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>partly ticked</source>
        <translation>teilweise angehakt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Source</source>
        <translation>Quelldatei</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>On disk</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Ticked</source>
        <translation>Angehakt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>expanded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>collapsed</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>made from an unknown file</source>
        <translation>aus unbekannter Datei</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>and %Ln more</source>
        <translation><numerusform>und %Ln weitere</numerusform><numerusform>und %Ln weitere</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_table.py"/>
        <source>Files that can be removed</source>
        <translation>Dateien, die entfernt werden können</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Relink them in the same step</source>
        <translation>Im selben Schritt wieder zuordnen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Lists the files in the index again; the trainer then uses them instead of encoding.</source>
        <translation>Führt die Dateien wieder im Index auf; der Trainer benutzt sie dann, statt zu encodieren.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Export plan…</source>
        <translation>Plan exportieren…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Look for damage…</source>
        <translation>Beschädigtes suchen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Reads every cached file and lists damaged ones too; this takes as long as reading the whole cache.</source>
        <translation>Liest jede Cache-Datei und führt auch beschädigte auf; dauert so lange wie das Lesen des ganzen Caches.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Add configs that share this cache…</source>
        <translation>Configs hinzufügen, die diesen Cache teilen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Files that these configs need are kept. Groups that none of them needs are ticked.</source>
        <translation>Dateien, die diese Configs brauchen, bleiben erhalten. Gruppen, die keine davon braucht, werden angehakt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Other configs that share this cache</source>
        <translation>Andere Configs, die diesen Cache teilen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Show all</source>
        <translation>Alle anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Kept.</source>
        <translation>Behalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>These pictures were deleted for good</source>
        <translation>Diese Bilder wurden endgültig gelöscht</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Makes the plan again without them. Nothing moves until you agree.</source>
        <translation>Plant ohne sie neu. Ohne Zustimmung wird nichts verschoben.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Pictures missing from %1 count as deleted for good.</source>
        <translation>In %1 fehlende Bilder gelten als endgültig gelöscht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Keep them after all</source>
        <translation>Doch behalten</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Makes the plan again and keeps what was made from them.</source>
        <translation>Plant neu und behält, was aus ihnen erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Files that %1 needs are kept.</source>
        <translation>Dateien, die %1 braucht, bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Remove config</source>
        <translation>Config entfernen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Makes the plan again without this config.</source>
        <translation>Plant ohne diese Config neu.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Configs (*.json *.toml *.yaml *.yml)</source>
        <translation>Configs (*.json *.toml *.yaml *.yml)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Nothing to clean among the selected entries.</source>
        <translation>Unter den ausgewählten Einträgen ist nichts aufzuräumen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Their cached files are needed, or they have none.</source>
        <translation>Ihre Cache-Dateien werden gebraucht, oder sie haben keine.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Nothing to clean.</source>
        <translation>Nichts aufzuräumen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Caches that Larder only reads stay as they are.</source>
        <translation>Caches, die Larder nur liest, bleiben, wie sie sind.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Files that cannot be judged are kept.</source>
        <translation>Dateien, die sich nicht beurteilen lassen, bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Every file in these caches is needed.</source>
        <translation>Jede Datei in diesen Caches wird gebraucht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Caches</source>
        <translation>Caches</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Caches:</source>
        <translation>Caches:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Show plan</source>
        <translation>Plan anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Nothing moves until you agree, and Undo restores moved files.</source>
        <translation>Ohne Ihre Zustimmung wird nichts verschoben, und „Rückgängig“ stellt verschobene Dateien wieder her.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>All caches that record when files were used</source>
        <translation>Alle Caches, die aufzeichnen, wann Dateien benutzt wurden</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Not used for</source>
        <translation>Nicht benutzt seit</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Keep at most</source>
        <translation>Höchstens behalten</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Not used for:</source>
        <translation>Nicht benutzt seit:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Keep at most:</source>
        <translation>Höchstens behalten:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>All caches of this workspace</source>
        <translation>Alle Caches dieses Arbeitsbereichs</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>The files in this cache are good. All of them are removed and have to be built again before they can be used.</source>
        <translation>Die Dateien in diesem Cache sind in Ordnung. Alle werden entfernt und müssen neu erstellt werden, bevor sie wieder benutzt werden können.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Search help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>No help topic contains all of these words.</source>
        <translation>Kein Hilfethema enthält alle diese Wörter.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>See also:</source>
        <translation>Siehe auch:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Go to the tab %1</source>
        <translation>Zum Reiter „%1“</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>A clean moves files into quarantine; Undo restores them.</source>
        <translation>Aufräumen verschiebt Dateien in Quarantäne; „Rückgängig“ stellt sie wieder her.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store new dates</source>
        <translation>Datum merken</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store %Ln new dates?</source>
        <translation><numerusform>Das neue Datum von %Ln Datei merken?</numerusform><numerusform>Das neue Datum von %Ln Dateien merken?</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Larder then recognises these files without reading them again. Only the index, or the cache&apos;s record of its source files, is changed; pictures, captions and cached files are not.</source>
        <translation>Larder erkennt diese Dateien danach, ohne sie noch einmal zu lesen. Geändert wird nur der Index oder die Aufzeichnung des Caches über seine Quelldateien; Bilder, Captions und Cache-Dateien nicht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store dates</source>
        <translation>Datum merken</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store %Ln new dates of the selected entries?</source>
        <translation><numerusform>%Ln neues Datum der ausgewählten Einträge merken?</numerusform><numerusform>%Ln neue Daten der ausgewählten Einträge merken?</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Relink %Ln cached files of renamed files?</source>
        <translation><numerusform>%Ln Cache-Datei einer umbenannten Datei wieder zuordnen?</numerusform><numerusform>%Ln Cache-Dateien umbenannter Dateien wieder zuordnen?</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Larder reads your files and lists the cached files made from them in the index again, under the new names. No file is moved or deleted.</source>
        <translation>Larder liest Ihre Dateien und trägt die daraus erstellten Cache-Dateien unter den neuen Namen wieder in den Index ein. Keine Datei wird verschoben oder gelöscht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Relink the cached files of the selected rows?</source>
        <translation>Die Cache-Dateien der ausgewählten Zeilen wieder zuordnen?</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair index</source>
        <translation>Index reparieren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair %Ln damaged indexes?</source>
        <translation><numerusform>%Ln beschädigten Index reparieren?</numerusform><numerusform>%Ln beschädigte Indexe reparieren?</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>The readable entries are copied into a new index. The damaged file is kept, and Undo on the Journal page restores it. No other file is changed. “Relink cached files…” can then add the cached files that the new index lacks.</source>
        <translation>Die lesbaren Einträge werden in einen neuen Index kopiert. Die beschädigte Datei bleibt erhalten; „Rückgängig“ auf der Seite „Journal“ stellt sie wieder her. Keine andere Datei wird geändert. „Cache-Dateien wieder zuordnen…“ kann danach die Cache-Dateien ergänzen, die dem neuen Index fehlen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Write anyway</source>
        <translation>Trotzdem schreiben</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair index…</source>
        <translation>Index reparieren…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Cached file</source>
        <translation>Cache-Datei</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Compare pictures with their cached files</source>
        <translation>Bilder mit ihren Cache-Dateien vergleichen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Pictures, the least similar to their cached file first</source>
        <translation>Bilder, die ihrer Cache-Datei unähnlichsten zuerst</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Compare again</source>
        <translation>Noch einmal vergleichen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Show in Entries</source>
        <translation>In „Einträge“ anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>This list is only a ranking: the lower the similarity, the less a cached file looks like its picture. Some file is always first; files that were mixed up score far lower than the rest.</source>
        <translation>Diese Liste ist nur eine Rangfolge: Je kleiner die Ähnlichkeit, desto weniger gleicht die Cache-Datei ihrem Bild. Eine Datei steht immer vorn; vertauschte Dateien liegen weit unter den übrigen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Compare pictures</source>
        <translation>Bilder vergleichen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Comparing pictures with their cached files</source>
        <translation>Bilder werden mit ihren Cache-Dateien verglichen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Nothing could be compared.</source>
        <translation>Nichts ließ sich vergleichen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Show a cached picture</source>
        <translation>Ein gecachtes Bild ansehen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln cached files compared.</source>
        <translation><numerusform>%Ln Cache-Datei verglichen.</numerusform><numerusform>%Ln Cache-Dateien verglichen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln have no readable picture.</source>
        <translation><numerusform>%Ln hat kein lesbares Bild.</numerusform><numerusform>%Ln haben kein lesbares Bild.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln were made by encoders without a preview.</source>
        <translation><numerusform>%Ln stammt von einem Encoder ohne Vorschau.</numerusform><numerusform>%Ln stammen von Encodern ohne Vorschau.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln cannot be compared.</source>
        <translation><numerusform>%Ln lässt sich nicht vergleichen.</numerusform><numerusform>%Ln lassen sich nicht vergleichen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Same content</source>
        <translation>Gleicher Inhalt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Different content</source>
        <translation>Anderer Inhalt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Cannot be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Compared</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Find moved folder</source>
        <translation>Verschobenen Ordner suchen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Folder that cannot be reached</source>
        <translation>Nicht erreichbarer Ordner</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>New place of the folder</source>
        <translation>Neuer Ort des Ordners</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Possible folders</source>
        <translation>Mögliche Ordner</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Compared files, those that do not match first</source>
        <translation>Verglichene Dateien, die unpassenden zuerst</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Only remember the new folder</source>
        <translation>Nur den neuen Ordner merken</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Paths in the config and the caches are not changed. Larder remembers the new folder and reads the files there, now and the next time.</source>
        <translation>Die Pfade in Config und Caches werden nicht geändert. Larder merkt sich den neuen Ordner und liest die Dateien dort, jetzt und beim nächsten Mal.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Update paths</source>
        <translation>Pfade aktualisieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Cannot be reached:</source>
        <translation>Nicht erreichbar:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Possible folders:</source>
        <translation>Mögliche Ordner:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>New place:</source>
        <translation>Neuer Ort:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Up to 50 files are compared with the cache, by size and content. Nothing is written until you agree; pictures, captions and cached files are never changed.</source>
        <translation>Bis zu 50 Dateien werden nach Größe und Inhalt mit dem Cache verglichen. Ohne Ihre Zustimmung wird nichts geschrieben; Bilder, Captions und Cache-Dateien werden nie geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Find a moved folder</source>
        <translation>Verschobenen Ordner suchen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Looking for the folder and comparing files</source>
        <translation>Ordner wird gesucht, Dateien werden verglichen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>No folder of the caches is missing.</source>
        <translation>Kein Ordner der Caches fehlt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>The folder was not found nearby.</source>
        <translation>Der Ordner wurde in der Nähe nicht gefunden.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Use Browse… to choose its new place.</source>
        <translation>Den neuen Ort mit „Durchsuchen…“ wählen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>No file to compare.</source>
        <translation>Keine Datei zum Vergleichen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%Ln entries get the new path; Undo restores the old one.</source>
        <translation><numerusform>%Ln Eintrag bekommt den neuen Pfad; „Rückgängig“ stellt den alten wieder her.</numerusform><numerusform>%Ln Einträge bekommen den neuen Pfad; „Rückgängig“ stellt den alten wieder her.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>No path has to be updated.</source>
        <translation>Es muss kein Pfad aktualisiert werden.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>No entry is in the old folder.</source>
        <translation>Kein Eintrag liegt im alten Ordner.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Where is the folder now?</source>
        <translation>Wo liegt der Ordner jetzt?</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>None of %Ln compared files is the same: this is not the folder that moved.</source>
        <translation><numerusform>%Ln verglichene Datei ist nicht dieselbe: Das ist nicht der verschobene Ordner.</numerusform><numerusform>Keine von %Ln verglichenen Dateien ist dieselbe: Das ist nicht der verschobene Ordner.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%1 of %Ln compared files are the same.</source>
        <translation><numerusform>%1 von %Ln verglichenen Datei ist dieselbe.</numerusform><numerusform>%1 von %Ln verglichenen Dateien sind dieselben.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Your config still names the old folder. Change it in OneTrainer too; otherwise OneTrainer keeps looking there.</source>
        <translation>Die Config nennt noch den alten Ordner. Auch in OneTrainer ändern, sonst sucht OneTrainer weiter dort.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%Ln entries are not changed, because their file already has an entry in the new folder.</source>
        <translation><numerusform>%Ln Eintrag wird nicht geändert, weil seine Datei im neuen Ordner schon einen Eintrag hat.</numerusform><numerusform>%Ln Einträge werden nicht geändert, weil ihre Datei im neuen Ordner schon einen Eintrag hat.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Numbered cache folders store no picture paths, only the concept&apos;s folder. Once the concept names the new folder, Build… moves the cached files without encoding them again.</source>
        <translation>Nummerierte Cache-Ordner speichern keine Bildpfade, nur den Ordner des Konzepts. Sobald das Konzept den neuen Ordner nennt, verschiebt „Erstellen…“ die Cache-Dateien, ohne sie neu zu encodieren.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Update paths of a moved folder</source>
        <translation>Pfade eines verschobenen Ordners aktualisieren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Updated the paths of %Ln entries.</source>
        <translation><numerusform>Pfad von %Ln Eintrag aktualisiert.</numerusform><numerusform>Pfade von %Ln Einträgen aktualisiert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Update anyway</source>
        <translation>Trotzdem aktualisieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Open a workspace first.</source>
        <translation>Zuerst einen Arbeitsbereich öffnen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Wait until the survey is finished.</source>
        <translation>Warten, bis die Bestandsaufnahme fertig ist.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Wait until the running job is finished.</source>
        <translation>Warten, bis der laufende Auftrag fertig ist.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Go to %1</source>
        <translation>Zu „%1“</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Help: %1</source>
        <translation>Hilfe: %1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Type a few letters of a command, page or word</source>
        <translation>Ein paar Buchstaben eines Befehls, einer Seite oder eines Worts eingeben</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_dialog.py"/>
        <source>Show command</source>
        <translation>Befehl anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_dialog.py"/>
        <source>Left to the trainer</source>
        <translation>Dem Trainer überlassen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>Continue anyway</source>
        <translation>Trotzdem weiter</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>Files that the trainer has not listed in its index yet look as if they were not needed.</source>
        <translation>Dateien, die der Trainer noch nicht in seinen Index eingetragen hat, sehen aus, als würden sie nicht gebraucht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>A trainer seems to be running here. Wait until it has finished.</source>
        <translation>Hier scheint ein Trainer zu laufen. Bitte warten, bis er fertig ist.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>The command that does the same</source>
        <translation>Der Befehl, der dasselbe tut</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>Copies the command as it runs, with the real names.</source>
        <translation>Kopiert den Befehl, wie er läuft, mit den echten Namen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preference_fields.py"/>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preference_fields.py"/>
        <source>How much space caches of your own files may take. Above this size, Prune removes the least recently used files; a build stays below it. Takes effect with the next build or prune.</source>
        <translation>So viel Platz dürfen Caches eigener Dateien belegen. Über dieser Größe entfernt „Ausdünnen“ die am längsten nicht benutzten Dateien; ein Build bleibt darunter. Gilt ab dem nächsten Build oder Ausdünnen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Powers of 1024 (MiB, GiB)</source>
        <translation>Potenzen von 1024 (MiB, GiB)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Powers of 1000 (MB, GB)</source>
        <translation>Potenzen von 1000 (MB, GB)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Follow system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Hide names of files, folders and concepts</source>
        <translation>Namen von Dateien, Ordnern und Konzepten verbergen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>How old files must be before Clean ticks them, in hours</source>
        <translation>Wie alt Dateien sein müssen, damit Aufräumen sie anhakt, in Stunden</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Clear the list of recent workspaces</source>
        <translation>Liste der zuletzt geöffneten Arbeitsbereiche leeren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Removes this location; the path is then used as written in the config and the index.</source>
        <translation>Entfernt diesen Ort; der Pfad gilt dann so, wie er in Config und Index steht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Groups of settings</source>
        <translation>Gruppen von Einstellungen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Changes take effect when you click OK.</source>
        <translation>Änderungen gelten nach „OK“.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Language:</source>
        <translation>Sprache:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>The language of the window. The command line speaks English. A message offers to reopen the window in it at once.</source>
        <translation>Die Sprache des Fensters; die Befehlszeile spricht Englisch. Eine Meldung bietet an, das Fenster gleich neu zu öffnen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Colours:</source>
        <translation>Farben:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Light or dark, at once in every window.</source>
        <translation>Hell oder dunkel, sofort in allen Fenstern.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Sizes:</source>
        <translation>Größen:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>How sizes of files are written. Drives are sold in powers of 1000.</source>
        <translation>Wie Dateigrößen angegeben werden. Laufwerke werden in Tausenderpotenzen verkauft.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Cleaning</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Minimum age:</source>
        <translation>Mindestalter:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Clean does not tick younger files by itself, because a trainer may still be writing. You can tick them yourself. Takes effect with the next plan.</source>
        <translation>„Aufräumen“ hakt jüngere Dateien nicht von selbst an, weil ein Trainer noch schreiben könnte. Von Hand lassen sie sich anhaken. Gilt ab dem nächsten Plan.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Space</source>
        <translation>Speicherplatz</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Shows marks in place of names in the whole window, for screenshots and reports. Nothing on disk is changed.</source>
        <translation>Zeigt im ganzen Fenster Ersatzzeichen statt Namen, für Screenshots und Berichte. Auf dem Datenträger ändert sich nichts.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>The start page then lists no workspaces until you open one.</source>
        <translation>Die Startseite führt dann keinen Arbeitsbereich auf, bis wieder einer geöffnet wird.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Moved folders</source>
        <translation>Verschobene Ordner</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Where folders that a config or an index names are now.</source>
        <translation>Wo sich Ordner befinden, die eine Config oder ein Index nennt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Remembered locations</source>
        <translation>Gemerkte Orte</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Restore defaults</source>
        <translation>Standardwerte wiederherstellen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Resets this group to its defaults; OK saves them.</source>
        <translation>Setzt diese Gruppe auf die Standardwerte zurück; „OK“ speichert sie.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Path in config or index</source>
        <translation>Pfad in Config oder Index</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Now at</source>
        <translation>Jetziger Ort</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Quick look</source>
        <translation>Schnellansicht</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Previous (left arrow)</source>
        <translation>Vorheriges (Pfeil links)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Next (right arrow)</source>
        <translation>Nächstes (Pfeil rechts)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Close (Space or Esc)</source>
        <translation>Schließen (Leertaste oder Esc)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>Cache a &amp;folder…</source>
        <translation>Ordner cac&amp;hen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>A folder is being cached.</source>
        <translation>Ein Ordner wird gecacht.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>Caches pixels, sound features, waveforms or tokens of your own files.</source>
        <translation>Cacht Pixel, Klangmerkmale, Wellenformen oder Token eigener Dateien.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>Retry failed f&amp;iles of the last folder</source>
        <translation>Fehl&amp;geschlagene des letzten Ordners wiederholen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>No file failed last time.</source>
        <translation>Zuletzt ist keine Datei fehlgeschlagen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>Caches the last folder again; finished files are kept.</source>
        <translation>Cacht den letzten Ordner noch einmal; fertige Dateien bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Everything is in the cache already.</source>
        <translation>Alles ist schon im Cache.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>The folder contains no file that this kind of cache can be made from.</source>
        <translation>Der Ordner enthält keine Datei, aus der ein solcher Cache erstellt werden kann.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Cache a folder</source>
        <translation>Ordner cachen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Looking at the files…</source>
        <translation>Die Dateien werden angesehen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Make a cache from your own files</source>
        <translation>Cache aus eigenen Dateien erstellen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Choose the folder of your files, or drop it here.</source>
        <translation>Den Ordner der eigenen Dateien wählen oder hierher ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>A setting is not valid.</source>
        <translation>Eine Einstellung ist ungültig.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Choose a folder for the cache.</source>
        <translation>Einen Ordner für den Cache wählen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Nothing is written until you have seen the plan.</source>
        <translation>Es wird nichts geschrieben, bevor Sie den Plan gesehen haben.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Choose an encoder.</source>
        <translation>Einen Encoder wählen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>“%1” is not a whole number above 0.</source>
        <translation>„%1“ ist keine ganze Zahl über 0.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>“%1” is not a number of seconds.</source>
        <translation>„%1“ ist keine Anzahl von Sekunden.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Kind of cache</source>
        <translation>Art des Caches</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>with</source>
        <translation>mit</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Folder of your files</source>
        <translation>Ordner der eigenen Dateien</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>a folder of your files; drop one here</source>
        <translation>ein Ordner mit eigenen Dateien; hierher ziehen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Folder of the cache</source>
        <translation>Ordner des Caches</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Resample other rates</source>
        <translation>Andere Abtastraten umrechnen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Clips with another sample rate are resampled; otherwise they are refused.</source>
        <translation>Clips mit anderer Abtastrate werden umgerechnet; andernfalls werden sie abgelehnt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Folder of a model or its processor</source>
        <translation>Ordner eines Modells oder seines Prozessors</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>&amp;Make</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>&amp;From</source>
        <translation>&amp;Aus</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>&amp;Into</source>
        <translation>&amp;Nach</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/request.py"/>
        <source>sample rate</source>
        <translation>Abtastrate</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/request.py"/>
        <source>other system</source>
        <translation>anderes System</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Pictures, as pixels from an image processor.</source>
        <translation>Bilder, als Pixel aus einem Bildprozessor.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Sound files, as the input features of a sound model.</source>
        <translation>Tondateien, als Eingabemerkmale eines Klangmodells.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Sound files, decoded: one channel, one sample rate.</source>
        <translation>Tondateien, decodiert: ein Kanal, eine Abtastrate.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Texts, line by line, as token ids from a tokenizer.</source>
        <translation>Texte, Zeile für Zeile, als Token-IDs aus einem Tokenizer.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>It is not recorded which files these values were made from; choose the folder.</source>
        <translation>Es ist nicht aufgezeichnet, aus welchen Dateien diese Werte erstellt wurden; den Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>These values were made from files on another computer; choose the folder.</source>
        <translation>Diese Werte wurden aus Dateien auf einem anderen Rechner erstellt; den Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>These values were made from files that have no folder in common; choose one.</source>
        <translation>Diese Werte wurden aus Dateien ohne gemeinsamen Ordner erstellt; einen Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>processor default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Height first: 384x512.</source>
        <translation>Höhe zuerst: 384x512.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Sample rate</source>
        <translation>Abtastrate</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>In Hz. Empty: the extractor&apos;s default; 16,000 for waveforms.</source>
        <translation>In Hz. Leer: Vorgabe des Extractors; 16.000 bei Wellenformen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Hz</source>
        <translation>Hz</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Cut after</source>
        <translation>Kürzen nach</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>In seconds. Empty: the extractor&apos;s default, or 30 s.</source>
        <translation>In Sekunden. Leer: Vorgabe des Extractors oder 30 s.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Longest line</source>
        <translation>Längste Zeile</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>tokenizer default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>In token ids; longer lines are cut.</source>
        <translation>In Token-IDs; längere Zeilen werden gekürzt.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>ids</source>
        <translation>IDs</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Limits the number of files, to try it out.</source>
        <translation>Begrenzt die Zahl der Dateien, zum Ausprobieren.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Your files are only read. If you cancel, finished files are kept, and the next build continues from there.</source>
        <translation>Ihre Dateien werden nur gelesen. Beim Abbrechen bleiben fertige Dateien erhalten, und der nächste Build macht dort weiter.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Already cached</source>
        <translation>Schon gecacht</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>To build</source>
        <translation>Zu erstellen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>The cache may take %1, which is %2 less than all of these files need. Files that do not fit are left out.</source>
        <translation>Der Cache darf %1 belegen, das ist %2 weniger, als alle diese Dateien brauchen. Dateien, die nicht passen, werden ausgelassen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Budgets are in the preferences.</source>
        <translation>Budgets stehen in den Einstellungen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln files are skipped.</source>
        <translation><numerusform>%Ln Datei wird übersprungen.</numerusform><numerusform>%Ln Dateien werden übersprungen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln files</source>
        <translation><numerusform>%Ln Datei</numerusform><numerusform>%Ln Dateien</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln changed since they were built</source>
        <translation><numerusform>%Ln hat sich seit dem Erstellen geändert</numerusform><numerusform>%Ln haben sich seit dem Erstellen geändert</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%1 (will be created)</source>
        <translation>%1 (wird angelegt)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>none of these files</source>
        <translation>keine dieser Dateien</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln of them only have to be recorded in the cache</source>
        <translation><numerusform>%Ln davon muss nur im Cache aufgezeichnet werden</numerusform><numerusform>%Ln davon müssen nur im Cache aufgezeichnet werden</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Removed %Ln least recently used cached files to make room.</source>
        <translation><numerusform>%Ln am längsten unbenutzte Cache-Datei entfernt, um Platz zu schaffen.</numerusform><numerusform>%Ln am längsten unbenutzte Cache-Dateien entfernt, um Platz zu schaffen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Quick</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Checks names, sizes and dates, and reads only files that changed.</source>
        <translation>Prüft Namen, Größen und Datumsangaben und liest nur geänderte Dateien.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Every source file</source>
        <translation>Jede Quelldatei</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Also reads every picture and caption once, and finds edits that kept the file&apos;s date.</source>
        <translation>Liest auch jedes Bild und jede Caption einmal und findet Bearbeitungen mit altem Dateidatum.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Opens every picture, caption, mask and cached file to find what would stop or spoil training. Files that have not changed since the last time are not opened again.</source>
        <translation>Öffnet jedes Bild, jede Caption, jede Maske und jede Cache-Datei, um zu finden, was das Training abbrechen oder verfälschen würde. Dateien, die sich seit dem letzten Mal nicht geändert haben, werden nicht noch einmal geöffnet.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>How closely should Larder look?</source>
        <translation>Wie genau soll Larder hinsehen?</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Reading changes nothing.</source>
        <translation>Das Lesen ändert nichts.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Took %1 last time.</source>
        <translation>Dauerte zuletzt %1.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>%Ln entries.</source>
        <translation><numerusform>%Ln Eintrag.</numerusform><numerusform>%Ln Einträge.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Reads %1 of cached files.</source>
        <translation>Liest %1 an Cache-Dateien.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>%Ln source files were never opened.</source>
        <translation><numerusform>%Ln Quelldatei wurde nie geöffnet.</numerusform><numerusform>%Ln Quelldateien wurden nie geöffnet.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Compare with another config file…</source>
        <translation>Mit einer anderen Config vergleichen…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Undo all changes</source>
        <translation>Alle Änderungen zurücknehmen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Nothing is written: your config and the caches are not changed.</source>
        <translation>Es wird nichts geschrieben: Config und Caches werden nicht geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>%1 compared with %2</source>
        <translation>%1 im Vergleich mit %2</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Copy as report</source>
        <translation>Als Bericht kopieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Build with these settings</source>
        <translation>Mit diesen Einstellungen erstellen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Plans a build with the changed settings. Your trainer&apos;s config is not changed.</source>
        <translation>Plant einen Build mit den geänderten Einstellungen. Die Config des Trainers wird nicht geändert.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>The copy of the config cannot be saved.</source>
        <translation>Die Kopie der Config lässt sich nicht speichern.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>This workspace has no config to change.</source>
        <translation>Dieser Arbeitsbereich hat keine Config, die sich ändern ließe.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Open the trainer&apos;s config itself; a folder of caches alone does not say which settings it was made with.</source>
        <translation>Die Config des Trainers selbst öffnen; ein bloßer Ordner mit Caches sagt nichts über die Einstellungen, mit denen sie erstellt wurden.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Compare with another config</source>
        <translation>Mit einer anderen Config vergleichen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Configs and presets (*.json)</source>
        <translation>Configs und Presets (*.json)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>various</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>Undo: %1</source>
        <translation>Zurücknehmen: %1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>Undo this change</source>
        <translation>Diese Änderung zurücknehmen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Cached latents of pictures become invalid.</source>
        <translation>Gecachte Latents von Bildern werden ungültig.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Cached embeddings of captions become invalid.</source>
        <translation>Gecachte Embeddings von Captions werden ungültig.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Cached files stay valid.</source>
        <translation>Cache-Dateien bleiben gültig.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>No setting is changed.</source>
        <translation>Keine Einstellung ist geändert.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln pictures or captions under another name and caches them again.</source>
        <translation><numerusform>Nichts muss encodiert werden, aber vor dem Training erstellen: Sonst sucht OneTrainer %Ln Bild oder Caption unter einem anderen Namen und cacht es neu.</numerusform><numerusform>Nichts muss encodiert werden, aber vor dem Training erstellen: Sonst sucht OneTrainer %Ln Bilder oder Captions unter einem anderen Namen und cacht sie neu.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>OneTrainer would empty these caches at its next start and cache everything again.</source>
        <translation>OneTrainer würde diese Caches beim nächsten Start leeren und alles neu cachen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Nothing has to be built: all cached files stay valid.</source>
        <translation>Nichts muss erstellt werden: Alle Cache-Dateien bleiben gültig.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>time not measured yet</source>
        <translation>Dauer noch nicht gemessen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln pictures have to be rebuilt.</source>
        <translation><numerusform>%Ln Bild muss neu erstellt werden.</numerusform><numerusform>%Ln Bilder müssen neu erstellt werden.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln captions have to be rebuilt.</source>
        <translation><numerusform>%Ln Caption muss neu erstellt werden.</numerusform><numerusform>%Ln Captions müssen neu erstellt werden.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln files are missing or need rebuilding already.</source>
        <translation><numerusform>%Ln Datei fehlt oder ist schon veraltet.</numerusform><numerusform>%Ln Dateien fehlen oder sind schon veraltet.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>What if, for %1</source>
        <translation>Was wäre, wenn – für %1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Invalidates</source>
        <translation>Macht ungültig</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Items</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Another VAE…</source>
        <translation>Anderer VAE…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Often tried:</source>
        <translation>Oft ausprobiert:</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Comparing</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Effects</source>
        <translation>Auswirkungen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Change a setting to see what it would cost.</source>
        <translation>Eine Einstellung ändern, um zu sehen, was es kosten würde.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Both configs need the same cached files.</source>
        <translation>Beide Configs brauchen dieselben Cache-Dateien.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>These settings cannot be compared.</source>
        <translation>Diese Einstellungen lassen sich nicht vergleichen.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder: train</source>
        <translation>Text-Encoder: trainieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder: layer skip</source>
        <translation>Text-Encoder: Layer-Skip</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder: weights</source>
        <translation>Text-Encoder: Gewichte</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder %1: train</source>
        <translation>Text-Encoder %1: trainieren</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder %1: layer skip</source>
        <translation>Text-Encoder %1: Layer-Skip</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder %1: weights</source>
        <translation>Text-Encoder %1: Gewichte</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Model and precision</source>
        <translation>Modell und Präzision</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Every concept</source>
        <translation>Jedes Konzept</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>One length, several with commas, or WIDTHxHEIGHT.</source>
        <translation>Eine Kantenlänge, mehrere mit Komma oder BREITExHÖHE.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Aspect Ratio Bucketing</source>
        <translation>Aspect-Ratio-Bucketing</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Without it every picture is cropped to a square.</source>
        <translation>Ohne dies wird jedes Bild quadratisch zugeschnitten.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Masked Training</source>
        <translation>Maskiertes Training</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Custom Conditioning Image</source>
        <translation>Eigenes Conditioning-Bild</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Sequence Length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Model Type</source>
        <translation>Modelltyp</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Base Model</source>
        <translation>Basismodell</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Empty for the one that comes with the base model.</source>
        <translation>Leer für den, der zum Basismodell gehört.</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Train Data Type</source>
        <translation>Train-Datentyp</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Image Variations</source>
        <translation>Bildvariationen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text Variations</source>
        <translation>Textvariationen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Crop Jitter</source>
        <translation>Crop-Jitter</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Random Flip</source>
        <translation>Zufälliges Spiegeln</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Tag Shuffling</source>
        <translation>Tag-Mischen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Learning Rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Batch Size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>The output of an encoder that is trained is not cached.</source>
        <translation>Die Ausgabe eines Encoders, der trainiert wird, wird nicht gecacht.</translation>
    </message>
    <message>
        <location filename="../../app/jobs/job_lanes.py"/>
        <source>%1 stopped because of an error in Larder.</source>
        <translation>„%1“ wurde durch einen Fehler in Larder beendet.</translation>
    </message>
    <message>
        <location filename="../../app/jobs/job_lanes.py"/>
        <source>Please report it with the details.</source>
        <translation>Bitte mit den Details melden.</translation>
    </message>
    <message>
        <location filename="../../app/languages.py"/>
        <source>Larder</source>
        <translation>Larder</translation>
    </message>
    <message>
        <location filename="../../app/languages.py"/>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <location filename="../../app/languages.py"/>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <location filename="../../app/languages.py"/>
        <source>Larder uses %1 the next time its window opens.</source>
        <translation>Larder benutzt %1, sobald das Fenster neu geöffnet wird.</translation>
    </message>
    <message>
        <location filename="../../app/languages.py"/>
        <source>No installed font has Chinese characters; install one, for example fonts-noto-cjk.</source>
        <translation>Keine installierte Schrift enthält chinesische Zeichen; eine installieren, zum Beispiel fonts-noto-cjk.</translation>
    </message>
    <message>
        <location filename="../../app/languages.py"/>
        <source>Reopen window</source>
        <translation>Fenster neu öffnen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln in the first epoch</source>
        <translation><numerusform>%Ln in der ersten Epoche</numerusform><numerusform>%Ln in der ersten Epoche</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Smaller than a batch: left out of training.</source>
        <translation>Kleiner als ein Batch: wird nicht trainiert.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln are left out of each epoch</source>
        <translation><numerusform>%Ln fehlt in jeder Epoche</numerusform><numerusform>%Ln fehlen in jeder Epoche</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1 in %Ln buckets.</source>
        <translation><numerusform>%1 in %Ln Bucket.</numerusform><numerusform>%1 in %Ln Buckets.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>With the concepts&apos; balancing, the first epoch has %Ln pictures.</source>
        <translation><numerusform>Mit dem Balancing der Konzepte hat die erste Epoche %Ln Bild.</numerusform><numerusform>Mit dem Balancing der Konzepte hat die erste Epoche %Ln Bilder.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Each epoch leaves out %Ln, because the rest of a bucket does not fill a batch of %1.</source>
        <translation><numerusform>Jede Epoche lässt %Ln weg, weil der Rest eines Buckets keinen Batch von %1 füllt.</numerusform><numerusform>Jede Epoche lässt %Ln weg, weil der Rest eines Buckets keinen Batch von %1 füllt.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>All of them fit into batches of %1.</source>
        <translation>Alle gehen in Batches von %1 auf.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln buckets are smaller than a batch.</source>
        <translation><numerusform>%Ln Bucket ist kleiner als ein Batch.</numerusform><numerusform>%Ln Buckets sind kleiner als ein Batch.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln full batches of %1</source>
        <translation><numerusform>%Ln voller Batch von %1</numerusform><numerusform>%Ln volle Batches von %1</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>None is left out</source>
        <translation>Keines fehlt</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Click to list them in Entries</source>
        <translation>Klicken, um sie unter „Einträge“ aufzulisten</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Size not known</source>
        <translation>Größe nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>The picture is gone or cannot be read.</source>
        <translation>Das Bild fehlt oder ist nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>over %1×</source>
        <translation>über %1×</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>under %1×</source>
        <translation>unter %1×</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1× to %2×</source>
        <translation>%1× bis %2×</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1 cropped on average, %2 at most</source>
        <translation>%1 abgeschnitten im Mittel, höchstens %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln of %1 pictures are scaled up.</source>
        <translation><numerusform>%Ln von %1 Bildern wird vergrößert.</numerusform><numerusform>%Ln von %1 Bildern werden vergrößert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>No picture is scaled up.</source>
        <translation>Kein Bild wird vergrößert.</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>The most cropped picture loses %1.</source>
        <translation>Das am stärksten beschnittene verliert %1.</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>scaled to %1×</source>
        <translation>skaliert auf %1×</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1 of it is cropped</source>
        <translation>%1 davon werden abgeschnitten</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Click to show it in Entries</source>
        <translation>Klicken, um es unter „Einträge“ anzuzeigen</translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>%1 expected</source>
        <translation>%1 erwartet</translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>It took %1</source>
        <translation>Dauerte %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/build_charts.py"/>
        <source>The last build made %Ln cached files in %1; %2 were expected.</source>
        <translation><numerusform>Der letzte Build erstellte %Ln Cache-Datei in %1; erwartet waren %2.</numerusform><numerusform>Der letzte Build erstellte %Ln Cache-Dateien in %1; erwartet waren %2.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>That is %1.</source>
        <translation>Das sind %1.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/build_charts.py"/>
        <source>Half of the last %Ln builds took at most %1 of the expected time.</source>
        <translation><numerusform>Der letzte Build brauchte höchstens %1 der erwarteten Zeit.</numerusform><numerusform>Die Hälfte der letzten %Ln Builds brauchte höchstens %1 der erwarteten Zeit.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>took %1 of the expected time</source>
        <translation>brauchte %1 der erwarteten Zeit</translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>%1 s per file</source>
        <translation>%1 s je Datei</translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>%1 files per second</source>
        <translation>%1 Dateien je Sekunde</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Variation</source>
        <translation>Variation</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Bucket</source>
        <translation>Bucket</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Scaled</source>
        <translation>Skaliert</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Likeness</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Space used</source>
        <translation>Belegter Platz</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Cached</source>
        <translation>Gecacht</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Concepts</source>
        <translation>Konzepte</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Resolutions</source>
        <translation>Auflösungen</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Variations</source>
        <translation>Variationen</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Buckets</source>
        <translation>Buckets</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Latents</source>
        <translation>Latents</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Space over time</source>
        <translation>Platz im Lauf der Zeit</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Builds</source>
        <translation>Builds</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>in no concept of the config</source>
        <translation>in keinem Konzept der Config</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>smaller in pixels</source>
        <translation>weniger Pixel</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>more compressed</source>
        <translation>stärker komprimiert</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>without a caption</source>
        <translation>ohne Caption</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>newer by its date</source>
        <translation>dem Datum nach neuer</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>%1 is the better copy: %2.</source>
        <translation>%1 ist die bessere Kopie: %2.</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>%1 is the best copy. Compared with %2: %3.</source>
        <translation>%1 ist die beste Kopie. Verglichen mit %2: %3.</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>%1; but %2</source>
        <translation>%1; aber %2</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Validation leak</source>
        <translation>Validierungsleck</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Should not share</source>
        <translation>Sollten nicht teilen</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Look alike</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>They may be copies of one picture.</source>
        <translation>Sie könnten Kopien eines Bildes sein.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Same picture</source>
        <translation>Gleiches Bild</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Same caption</source>
        <translation>Gleiche Caption</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>No problem: equal captions share one cached file.</source>
        <translation>Kein Problem: Gleiche Captions teilen sich eine Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Same line</source>
        <translation>Gleiche Zeile</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>No problem: the line is encoded once and copied for the others.</source>
        <translation>Kein Problem: Die Zeile wird einmal encodiert und für die anderen kopiert.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Training and validation use the same picture.</source>
        <translation>Training und Validierung nutzen dasselbe Bild.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>A validation picture looks like a picture that is trained.</source>
        <translation>Ein Validierungsbild sieht aus wie ein Trainingsbild.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These captions all contain the line “%1”.</source>
        <translation>Diese Captions enthalten alle die Zeile „%1“.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These pictures look alike once they are turned the same way.</source>
        <translation>Diese Bilder sehen gleich aus, sobald sie gleich gedreht sind.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These pictures look alike, though their files differ.</source>
        <translation>Diese Bilder sehen sich ähnlich, obwohl ihre Dateien verschieden sind.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These captions have the same text, byte for byte.</source>
        <translation>Diese Captions enthalten Byte für Byte denselben Text.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These pictures are the same file, byte for byte.</source>
        <translation>Diese Bilder sind Byte für Byte dieselbe Datei.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln more are not listed here; an exported table lists all of them.</source>
        <translation><numerusform>%Ln weitere ist hier nicht aufgeführt; eine exportierte Tabelle enthält alle.</numerusform><numerusform>%Ln weitere sind hier nicht aufgeführt; eine exportierte Tabelle enthält alle.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>They share %Ln cached files, which saves %1.</source>
        <translation><numerusform>Sie teilen sich %Ln Cache-Datei, das spart %1.</numerusform><numerusform>Sie teilen sich %Ln Cache-Dateien, das spart %1.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>They should not share a cached file: %1.</source>
        <translation>Sie sollten sich keine Cache-Datei teilen: %1.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Rebuild them to give each its own cached file.</source>
        <translation>Neu erstellen, um jedem eine eigene Cache-Datei zu geben.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Training uses every copy, so this picture counts %Ln times.</source>
        <translation><numerusform>Das Training nutzt jede Kopie, dieses Bild zählt also einmal.</numerusform><numerusform>Das Training nutzt jede Kopie, dieses Bild zählt also %Ln-mal.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Neither copy is better.</source>
        <translation>Keine Kopie ist besser.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Show validation copy</source>
        <translation>Validierungskopie anzeigen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Show %Ln worse copies</source>
        <translation><numerusform>Schlechtere Kopie anzeigen</numerusform><numerusform>%Ln schlechtere Kopien anzeigen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln validation leaks</source>
        <translation><numerusform>%Ln Validierungsleck</numerusform><numerusform>%Ln Validierungslecks</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups should not share</source>
        <translation><numerusform>%Ln Gruppe sollte nicht teilen</numerusform><numerusform>%Ln Gruppen sollten nicht teilen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups look alike</source>
        <translation><numerusform>%Ln Gruppe ähnlicher Bilder</numerusform><numerusform>%Ln Gruppen ähnlicher Bilder</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups of duplicates</source>
        <translation><numerusform>%Ln Gruppe mit Duplikaten</numerusform><numerusform>%Ln Gruppen mit Duplikaten</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>%1 saved by sharing</source>
        <translation>%1 durch Teilen gespart</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Training has seen %1 of %Ln validation pictures, so the validation loss looks better than it is.</source>
        <translation><numerusform>Das Training kennt %1 von %Ln Validierungsbild, daher sieht der Validierungs-Loss besser aus, als er ist.</numerusform><numerusform>Das Training kennt %1 von %Ln Validierungsbildern, daher sieht der Validierungs-Loss besser aus, als er ist.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Compared %Ln pictures, %1.</source>
        <translation><numerusform>%Ln Bild verglichen, %1.</numerusform><numerusform>%Ln Bilder verglichen, %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln are too plain to compare.</source>
        <translation><numerusform>%Ln ist zum Vergleichen zu schlicht.</numerusform><numerusform>%Ln sind zum Vergleichen zu schlicht.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln cannot be read.</source>
        <translation><numerusform>%Ln ist nicht lesbar.</numerusform><numerusform>%Ln sind nicht lesbar.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Stopped before the end; the next run compares the rest.</source>
        <translation>Vorzeitig gestoppt; der nächste Lauf vergleicht den Rest.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln pictures added</source>
        <translation><numerusform>%Ln Bild hinzugekommen</numerusform><numerusform>%Ln Bilder hinzugekommen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln changed</source>
        <translation><numerusform>%Ln geändert</numerusform><numerusform>%Ln geändert</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln removed</source>
        <translation><numerusform>%Ln entfernt</numerusform><numerusform>%Ln entfernt</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Out of date: %1 since.</source>
        <translation>Veraltet: seither %1.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>First file</source>
        <translation>Erste Datei</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Saved</source>
        <translation>Gespart</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Paths</source>
        <translation>Pfade</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Better</source>
        <translation>Besser</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Worse</source>
        <translation>Schlechter</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>How similar small versions of both pictures look.</source>
        <translation>Wie ähnlich kleine Fassungen beider Bilder aussehen.</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Turned</source>
        <translation>Gedreht</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Used for</source>
        <translation>Benutzt für</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Made by</source>
        <translation>Erstellt von</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Cut at</source>
        <translation>Gekürzt auf</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Leaves</source>
        <translation>Blätter</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Remarks</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>In index</source>
        <translation>Im Index</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Without a concept</source>
        <translation>In keinem Konzept</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/entries_model.py"/>
        <source>%Ln more states</source>
        <translation><numerusform>%Ln weiterer Zustand</numerusform><numerusform>%Ln weitere Zustände</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>was %1</source>
        <translation>vorher %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>Before the first of %Ln entries in the journal the caches took %1; now they take %2.</source>
        <translation><numerusform>Vor dem einzigen Eintrag im Journal belegten die Caches %1; jetzt belegen sie %2.</numerusform><numerusform>Vor dem ersten von %Ln Einträgen im Journal belegten die Caches %1; jetzt belegen sie %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>%Ln entries do not say how many bytes they changed, so the line does not move there.</source>
        <translation><numerusform>%Ln Eintrag nennt keine Bytes, darum bewegt sich die Linie dort nicht.</numerusform><numerusform>%Ln Einträge nennen keine Bytes, darum bewegt sich die Linie dort nicht.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/history_charts.py"/>
        <source>%1 more went without an entry.</source>
        <translation>%1 mehr verschwanden ohne Eintrag.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>%Ln older entries are not shown.</source>
        <translation><numerusform>%Ln älterer Eintrag ist nicht gezeigt.</numerusform><numerusform>%Ln ältere Einträge sind nicht gezeigt.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/history_charts.py"/>
        <source>A trainer keeps no journal: what it wrote counts from the start, and what is in quarantine does not count.</source>
        <translation>Ein Trainer führt kein Journal: Was er schrieb, zählt von Anfang an; was in Quarantäne ist, zählt nicht.</translation>
    </message>
    <message>
        <location filename="../../app/models/history_charts.py"/>
        <source>%1 after it</source>
        <translation>danach %1</translation>
    </message>
    <message>
        <location filename="../../app/models/history_charts.py"/>
        <source>bytes not recorded</source>
        <translation>Bytes nicht vermerkt</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Unfinished</source>
        <translation>Unfertig</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>A clean was interrupted; the next one finishes or undoes it.</source>
        <translation>Ein Aufräumen wurde unterbrochen; das nächste beendet es oder macht es rückgängig.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>A build was interrupted; the next one finishes it.</source>
        <translation>Ein Build wurde unterbrochen; der nächste bringt ihn zu Ende.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>In quarantine</source>
        <translation>In Quarantäne</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Undo restores everything.</source>
        <translation>„Rückgängig“ stellt alles wieder her.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Partly restored</source>
        <translation>Teilweise wiederhergestellt</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>An undo was interrupted; the next one finishes it.</source>
        <translation>Ein Rückgängigmachen wurde unterbrochen; das nächste bringt es zu Ende.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Restored</source>
        <translation>Wiederhergestellt</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>All files are back in their cache.</source>
        <translation>Alle Dateien sind wieder in ihrem Cache.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>The files that a build replaced are back in their cache. The files that it made are kept here; Undo puts them back.</source>
        <translation>Die Dateien, die ein Build ersetzt hat, sind wieder in ihrem Cache. Die Dateien, die er erzeugt hat, werden hier aufbewahrt; „Rückgängig“ legt sie zurück.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Partly emptied</source>
        <translation>Teilweise geleert</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Emptying was interrupted; the remaining files can still be restored or emptied.</source>
        <translation>Das Leeren wurde unterbrochen; die übrigen Dateien lassen sich noch wiederherstellen oder leeren.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Unreadable</source>
        <translation>Unlesbar</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Its list is damaged; its files are still in the folder.</source>
        <translation>Ihre Liste ist beschädigt; die Dateien sind noch in ihrem Ordner.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Changed since</source>
        <translation>Seither geändert</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Some of its files were changed after they were moved here. Undo restores them as they are now.</source>
        <translation>Einige der Dateien wurden geändert, nachdem sie hierher verschoben worden waren. „Rückgängig“ stellt sie so wieder her, wie sie jetzt sind.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Built</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Moved to quarantine</source>
        <translation>In Quarantäne verschoben</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Deleted for good</source>
        <translation>Endgültig gelöscht</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Emptied for good</source>
        <translation>Endgültig geleert</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>New dates stored</source>
        <translation>Neues Datum gemerkt</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Relinked</source>
        <translation>Wieder zugeordnet</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Paths updated</source>
        <translation>Pfade aktualisiert</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Index repaired</source>
        <translation>Index repariert</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Settings assumed</source>
        <translation>Einstellungen angenommen</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Import started</source>
        <translation>Import begonnen</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Compared with the model</source>
        <translation>Mit dem Modell verglichen</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Unreadable line</source>
        <translation>Unlesbare Zeile</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Restored to the cache</source>
        <translation>Im Cache wiederhergestellt</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Undone %1</source>
        <translation>Rückgängig gemacht %1</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Undo brought back what it had removed or replaced.</source>
        <translation>Was entfernt oder ersetzt worden war, ist wieder da.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Emptied %1</source>
        <translation>Geleert %1</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Its files were deleted for good; they cannot be restored.</source>
        <translation>Die Dateien wurden endgültig gelöscht; sie lassen sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Done again %1</source>
        <translation>Erneut ausgeführt %1</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>The build that it had undone was put back in place.</source>
        <translation>Der rückgängig gemachte Build ist wieder in Kraft.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It only added files. Clean finds those that are no longer needed.</source>
        <translation>Es kamen nur Dateien hinzu. „Aufräumen“ findet die, die nicht mehr gebraucht werden.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Its files are no longer in quarantine.</source>
        <translation>Die Dateien sind nicht mehr in der Quarantäne.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Deleted files cannot be restored.</source>
        <translation>Gelöschte Dateien lassen sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It is an undo itself. Clean offers the same files again.</source>
        <translation>Das ist selbst ein Rückgängigmachen. „Aufräumen“ bietet dieselben Dateien wieder an.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Emptied files cannot be restored.</source>
        <translation>Geleerte Dateien lassen sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Only dates in the index were changed.</source>
        <translation>Nur Datumsangaben im Index wurden geändert.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It only linked files. Clean finds those that are no longer needed.</source>
        <translation>Es wurden nur Dateien zugeordnet. „Aufräumen“ findet die, die nicht mehr gebraucht werden.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Only paths in the index were changed. Find moved folder… changes them again.</source>
        <translation>Nur Pfade im Index wurden geändert. „Verschobenen Ordner suchen…“ ändert sie wieder.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>The damaged index is no longer kept.</source>
        <translation>Der beschädigte Index wird nicht mehr aufbewahrt.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Only settings were recorded.</source>
        <translation>Nur Einstellungen wurden vermerkt.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It only added files. Importing again goes on from there.</source>
        <translation>Es kamen nur Dateien hinzu. Ein erneuter Import macht dort weiter.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It changed nothing.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>This line of the journal is damaged.</source>
        <translation>Diese Zeile des Journals ist beschädigt.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%Ln caches</source>
        <translation><numerusform>%Ln Cache</numerusform><numerusform>%Ln Caches</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>Files of %Ln more folders were changed since.</source>
        <translation><numerusform>Dateien in %Ln weiteren Ordner wurden seither geändert.</numerusform><numerusform>Dateien in %Ln weiteren Ordnern wurden seither geändert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Written by a newer version of Larder.</source>
        <translation>Von einer neueren Larder-Version geschrieben.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%1, in %Ln parts</source>
        <translation><numerusform>%1, in %Ln Teil</numerusform><numerusform>%1, in %Ln Teilen</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Can be undone</source>
        <translation>Kann rückgängig gemacht werden</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Cannot be undone</source>
        <translation>Nicht rückgängig zu machen</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Damaged index</source>
        <translation>Beschädigter Index</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Replaced by a build</source>
        <translation>Durch einen Build ersetzt</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Journal: the newest %1 of %2 records</source>
        <translation>Journal: die neuesten %1 von %2 Einträgen</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>The quarantine is empty. Files that a clean or a build removes are kept here.</source>
        <translation>Die Quarantäne ist leer. Dateien, die ein Aufräumen oder ein Build entfernt, werden hier aufbewahrt.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%Ln files are in quarantine. Only emptying it frees their space, %1.</source>
        <translation><numerusform>%Ln Datei ist in Quarantäne. Erst das Leeren gibt ihren Platz frei, %1.</numerusform><numerusform>%Ln Dateien sind in Quarantäne. Erst das Leeren gibt ihren Platz frei, %1.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>OneTrainer&apos;s &quot;Clear cache&quot; also removes this.</source>
        <translation>OneTrainers „Clear cache“ entfernt auch dies.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>Delete %Ln files for good and free %1?</source>
        <translation><numerusform>%Ln Datei endgültig löschen und %1 freigeben?</numerusform><numerusform>%Ln Dateien endgültig löschen und %1 freigeben?</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Action</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Reasons</source>
        <translation>Gründe</translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>mean %1, sigma %2</source>
        <translation>Mittelwert %1, Sigma %2</translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>Every cached picture has to be read once for this. Nothing is changed.</source>
        <translation>Dafür muss jedes gecachte Bild einmal gelesen werden. Geändert wird nichts.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln latents, usually with mean %1 and sigma %2.</source>
        <translation><numerusform>%Ln Latent mit Mittelwert %1 und Sigma %2.</numerusform><numerusform>%Ln Latents, meist mit Mittelwert %1 und Sigma %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln are far from the others: more than %1 times as far as usual.</source>
        <translation><numerusform>%Ln liegt weit von den anderen: mehr als %1-mal so weit wie üblich.</numerusform><numerusform>%Ln liegen weit von den anderen: mehr als %1-mal so weit wie üblich.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>None is far from the others.</source>
        <translation>Keines liegt weit von den anderen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln cached files cannot be read and are not shown.</source>
        <translation><numerusform>%Ln Cache-Datei kann nicht gelesen werden und wird nicht angezeigt.</numerusform><numerusform>%Ln Cache-Dateien können nicht gelesen werden und werden nicht angezeigt.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>Mean: %1</source>
        <translation>Mittelwert: %1</translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>Sigma: %1</source>
        <translation>Sigma: %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln of %1 look less like their picture than %2.</source>
        <translation><numerusform>%Ln von %1 ist dem Bild weniger ähnlich als %2.</numerusform><numerusform>%Ln von %1 sind ihrem Bild weniger ähnlich als %2.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>None of %Ln looks less like its picture than %1.</source>
        <translation><numerusform>Das einzige ist seinem Bild nicht weniger ähnlich als %1.</numerusform><numerusform>Keines von %Ln ist seinem Bild weniger ähnlich als %1.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/likeness_charts.py"/>
        <source>A low likeness is no proof that a cached file is wrong.</source>
        <translation>Eine geringe Ähnlichkeit beweist nicht, dass eine Cache-Datei falsch ist.</translation>
    </message>
    <message>
        <location filename="../../app/models/likeness_charts.py"/>
        <source>Every cached picture and its source have to be read once for this. Nothing is changed.</source>
        <translation>Dafür müssen jedes gecachte Bild und seine Quelle einmal gelesen werden. Geändert wird nichts.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln have no source that can be read.</source>
        <translation><numerusform>%Ln hat keine lesbare Quelle.</numerusform><numerusform>%Ln haben keine lesbare Quelle.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln come from encoders whose latents cannot be shown as pictures.</source>
        <translation><numerusform>%Ln stammt von einem Encoder, dessen Latents sich nicht als Bild anzeigen lassen.</numerusform><numerusform>%Ln stammen von Encodern, deren Latents sich nicht als Bild anzeigen lassen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln cannot be read, or are of one colour.</source>
        <translation><numerusform>%Ln ist nicht lesbar oder einfarbig.</numerusform><numerusform>%Ln sind nicht lesbar oder einfarbig.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Renamed</source>
        <translation>Umbenannt</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Moved</source>
        <translation>Verschoben</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Mask changed</source>
        <translation>Maske geändert</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Not cached yet</source>
        <translation>Noch nicht gecacht</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Not used any more</source>
        <translation>Nicht mehr verwendet</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>From or to</source>
        <translation>Von oder nach</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Unlike all others</source>
        <translation>Anders als alle anderen</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Near copy</source>
        <translation>Fast gleich</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Mirrored copy</source>
        <translation>Gespiegelt</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Caption length</source>
        <translation>Länge der Caption</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>No other cached file is like its own.</source>
        <translation>Keine andere Cache-Datei gleicht seiner.</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Its cached file is nearly the same as that of %1.</source>
        <translation>Seine Cache-Datei ist fast gleich der von %1.</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Its cached file is nearly the mirror image of that of %1.</source>
        <translation>Seine Cache-Datei ist fast das Spiegelbild der von %1.</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Not in the survey</source>
        <translation>Nicht in der Bestandsaufnahme</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>No caption</source>
        <translation>Keine Caption</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>%1 bytes or more</source>
        <translation>%1 Bytes oder mehr</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Under %1 bytes</source>
        <translation>Unter %1 Bytes</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>0 is the same picture, 1 the usual distance of two pictures.</source>
        <translation>0 ist dasselbe Bild, 1 der übliche Abstand zweier Bilder.</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Stops training.</source>
        <translation>Bricht das Training ab.</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Trained wrong.</source>
        <translation>Wird falsch trainiert.</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Not trained.</source>
        <translation>Wird nicht trainiert.</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Good to know.</source>
        <translation>Gut zu wissen.</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Open the group to see all of them.</source>
        <translation>Die Gruppe öffnen, um alle zu sehen.</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Items that failed in the last job.</source>
        <translation>Elemente, die im letzten Auftrag fehlgeschlagen sind.</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Run the job again.</source>
        <translation>Den Auftrag noch einmal ausführen.</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>Item</source>
        <translation>Element</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>no resolution</source>
        <translation>keine Auflösung</translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>Variation %1</source>
        <translation>Variation %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln smaller files</source>
        <translation><numerusform>%Ln kleinere Datei</numerusform><numerusform>%Ln kleinere Dateien</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>Most space: %1, %2 of %3.</source>
        <translation>Am meisten Platz: %1, %2 von %3.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln files that are no longer needed take %1.</source>
        <translation><numerusform>%Ln nicht mehr benötigte Datei belegt %1.</numerusform><numerusform>%Ln nicht mehr benötigte Dateien belegen %1.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>Files that several pictures or captions share count once, for the first concept; counted each time, they would add %1.</source>
        <translation>Dateien, die sich mehrere Bilder oder Captions teilen, zählen einmal, beim ersten Konzept; bei jedem gezählt wären es %1 mehr.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln files, %1; the largest is %2 with %3.</source>
        <translation><numerusform>%Ln Datei, %1; die größte ist %2 mit %3.</numerusform><numerusform>%Ln Dateien, %1; die größte ist %2 mit %3.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>Most of it, %1, was written %2 ago.</source>
        <translation>Das meiste, %1, wurde vor %2 geschrieben.</translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>%1 in total; %2 takes %3, %4.</source>
        <translation>Insgesamt %1; %2 belegt %3, %4.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>more than %Ln days</source>
        <translation><numerusform>mehr als %Ln Tag</numerusform><numerusform>mehr als %Ln Tage</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>less than %Ln days</source>
        <translation><numerusform>weniger als %Ln Tag</numerusform><numerusform>weniger als %Ln Tage</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>%1 to %2 days</source>
        <translation>%1 bis %2 Tage</translation>
    </message>
    <message>
        <location filename="../../app/models/survey_pages.py"/>
        <source>found caches</source>
        <translation>gefundene Caches</translation>
    </message>
    <message>
        <location filename="../../app/models/survey_pages.py"/>
        <source>found cache</source>
        <translation>gefundener Cache</translation>
    </message>
    <message>
        <location filename="../../app/models/tables.py"/>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <location filename="../../app/notices.py"/>
        <source>Error in Larder: %1</source>
        <translation>Fehler in Larder: %1</translation>
    </message>
    <message>
        <location filename="../../app/notices.py"/>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <location filename="../../app/notices.py"/>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <location filename="../../app/notices.py"/>
        <source>Details of the message</source>
        <translation>Details der Meldung</translation>
    </message>
    <message>
        <location filename="../../app/pictures/picture_files.py"/>
        <source>Vector graphics are not shown.</source>
        <translation>Vektorgrafiken werden nicht angezeigt.</translation>
    </message>
    <message>
        <location filename="../../app/pictures/picture_files.py"/>
        <source>%1 × %2 pixels are too many to show.</source>
        <translation>%1 × %2 Pixel sind zu viele zum Anzeigen.</translation>
    </message>
    <message>
        <location filename="../../app/pictures/picture_files.py"/>
        <source>The file does not exist.</source>
        <translation>Die Datei existiert nicht.</translation>
    </message>
    <message>
        <location filename="../../app/pictures/thumbnails.py"/>
        <source>This file has no thumbnail.</source>
        <translation>Diese Datei hat kein Vorschaubild.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/plots/bar_plot.py"/>
        <source>Room for the names of %Ln; point at a bar for its name</source>
        <translation><numerusform>Platz für den Namen von %Ln; auf einen Balken zeigen, um seinen zu sehen</numerusform><numerusform>Platz für die Namen von %Ln; auf einen Balken zeigen, um seinen zu sehen</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/plots/plot_place.py"/>
        <source>The plot is being loaded…</source>
        <translation>Das Diagramm wird geladen…</translation>
    </message>
    <message>
        <location filename="../../app/plots/plot_place.py"/>
        <source>This plot cannot be shown.</source>
        <translation>Dieses Diagramm kann nicht angezeigt werden.</translation>
    </message>
    <message>
        <location filename="../../app/plots/plot_place.py"/>
        <source>The table has all of its figures. Plots need pyqtgraph: %1</source>
        <translation>Die Tabelle enthält alle seine Zahlen. Diagramme brauchen pyqtgraph: %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Unfinished files</source>
        <translation>Unfertige Dateien</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Interrupted writes left these files; nothing reads them.</source>
        <translation>Unterbrochene Schreibvorgänge haben diese Dateien hinterlassen; nichts liest sie.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Replaced</source>
        <translation>Ersetzt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They were replaced by a newer cached file of the same picture or caption.</source>
        <translation>Eine neuere Cache-Datei desselben Bildes oder derselben Caption hat sie ersetzt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>File deleted</source>
        <translation>Datei gelöscht</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>The files they were made from were deleted; their entries are removed too.</source>
        <translation>Die Dateien, aus denen sie erstellt wurden, sind gelöscht; ihre Einträge werden auch entfernt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Not in the index</source>
        <translation>Nicht im Index</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>The index does not list them, and none of your files has their content.</source>
        <translation>Der Index führt sie nicht auf, und keine eigene Datei hat ihren Inhalt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Damaged</source>
        <translation>Beschädigt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They cannot be read; the trainer encodes them again.</source>
        <translation>Sie sind nicht lesbar; der Trainer encodiert sie neu.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Out of date</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They provably do not fit their picture or the config; the trainer encodes them again.</source>
        <translation>Sie passen nachweislich nicht zu ihrem Bild oder zur Config; der Trainer encodiert sie neu.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Perhaps out of date</source>
        <translation>Vielleicht veraltet</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Their picture or caption is newer, and nothing else is known.</source>
        <translation>Ihr Bild oder ihre Caption ist neuer; mehr ist nicht bekannt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Not used by this config</source>
        <translation>Von dieser Config nicht verwendet</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>This config does not ask for them; another one may.</source>
        <translation>Diese Config braucht sie nicht; eine andere vielleicht.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Whole groups</source>
        <translation>Ganze Gruppen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Groups in the cache folders of a released OneTrainer; each is kept or removed as a whole.</source>
        <translation>Gruppen in Cache-Ordnern eines veröffentlichten OneTrainer; jede wird als Ganzes behalten oder entfernt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Leftovers</source>
        <translation>Reste</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Variations that were never finished or that no epoch uses, files past the end of their list, and folders of releases before 2024.</source>
        <translation>Variationen, die nie fertig wurden oder die keine Epoche benutzt, Dateien hinter dem Ende ihrer Liste und Ordner aus Versionen vor 2024.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Not used recently</source>
        <translation>Lange nicht benutzt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They are good, but have not been used for the time you chose.</source>
        <translation>Sie sind in Ordnung, wurden aber in der gewählten Zeit nicht benutzt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Over the budget</source>
        <translation>Über dem Budget</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They are good, but are the least recently used and exceed your budget.</source>
        <translation>Sie sind in Ordnung, aber am längsten unbenutzt und über dem Budget.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Whole cache</source>
        <translation>Ganzer Cache</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They are good, but the whole cache is to be cleared.</source>
        <translation>Sie sind in Ordnung, aber der ganze Cache soll geleert werden.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>captions</source>
        <translation>Captions</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln cached files</source>
        <translation><numerusform>%Ln Cache-Datei</numerusform><numerusform>%Ln Cache-Dateien</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln damaged indexes</source>
        <translation><numerusform>%Ln beschädigter Index</numerusform><numerusform>%Ln beschädigte Indexe</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln entries</source>
        <translation><numerusform>%Ln Eintrag</numerusform><numerusform>%Ln Einträge</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln new dates</source>
        <translation><numerusform>%Ln Datei mit neuem Datum</numerusform><numerusform>%Ln Dateien mit neuem Datum</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln other files</source>
        <translation><numerusform>%Ln weitere Datei</numerusform><numerusform>%Ln weitere Dateien</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln parts</source>
        <translation><numerusform>%Ln Teil</numerusform><numerusform>%Ln Teile</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln pictures and captions</source>
        <translation><numerusform>%Ln Bild oder Caption</numerusform><numerusform>%Ln Bilder und Captions</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln problems</source>
        <translation><numerusform>%Ln Problem</numerusform><numerusform>%Ln Probleme</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln samples</source>
        <translation><numerusform>%Ln Sample</numerusform><numerusform>%Ln Samples</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln sources</source>
        <translation><numerusform>%Ln Quelldatei</numerusform><numerusform>%Ln Quelldateien</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln source files</source>
        <translation><numerusform>%Ln Quelldatei</numerusform><numerusform>%Ln Quelldateien</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln tokens</source>
        <translation><numerusform>%Ln Token</numerusform><numerusform>%Ln Token</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln values</source>
        <translation><numerusform>%Ln Wert</numerusform><numerusform>%Ln Werte</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln</source>
        <translation><numerusform>%Ln</numerusform><numerusform>%Ln</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>&lt;1 %</source>
        <translation>&lt;1 %</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>&gt;99 %</source>
        <translation>&gt;99 %</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>under 1 s</source>
        <translation>unter 1 s</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln s</source>
        <translation><numerusform>%Ln s</numerusform><numerusform>%Ln s</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln min</source>
        <translation><numerusform>%Ln min</numerusform><numerusform>%Ln min</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln h</source>
        <translation><numerusform>%Ln h</numerusform><numerusform>%Ln h</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln days</source>
        <translation><numerusform>%Ln Tag</numerusform><numerusform>%Ln Tage</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln minutes ago</source>
        <translation><numerusform>vor %Ln Minute</numerusform><numerusform>vor %Ln Minuten</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln hours ago</source>
        <translation><numerusform>vor %Ln Stunde</numerusform><numerusform>vor %Ln Stunden</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln days ago</source>
        <translation><numerusform>vor %Ln Tag</numerusform><numerusform>vor %Ln Tagen</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>cached file</source>
        <translation>Cache-Datei</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>mask, or conditioning image</source>
        <translation>Maske oder Conditioning-Bild</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>no longer needed</source>
        <translation>wird nicht mehr gebraucht</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>replaced by a newer one</source>
        <translation>durch Neueres ersetzt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>not in the index</source>
        <translation>nicht im Index</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>needs rebuilding</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>date changed only</source>
        <translation>nur Datum geändert</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>exported cache</source>
        <translation>exportierter Cache</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>date and size, or caption, by which something is recognised</source>
        <translation>Datum und Größe oder Caption, woran etwas erkannt wird</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>blank stand-in</source>
        <translation>leerer Platzhalter</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>out of reach</source>
        <translation>nicht erreichbar</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>What you open in Larder: a OneTrainer config with everything it names, or a folder that holds caches.</source>
        <translation>Was man in Larder öffnet: eine OneTrainer-Config mit allem, was sie nennt, oder ein Ordner mit Caches.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>A folder of pictures with its settings, as on OneTrainer&apos;s Concepts tab.</source>
        <translation>Ein Ordner mit Bildern und seinen Einstellungen, wie auf OneTrainers Reiter „concepts“.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Source file</source>
        <translation>Quelldatei</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>One of your own files (a picture, a caption, a sound), which Larder reads and never changes, moves or deletes.</source>
        <translation>Eine eigene Datei (Bild, Caption, Ton), die Larder liest und nie ändert, verschiebt oder löscht.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Caption</source>
        <translation>Caption</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The text that goes with a picture: in a text file beside it, in a prompt file of the concept, or its file name.</source>
        <translation>Der Text zu einem Bild: in einer Textdatei daneben, in einer Promptdatei des Konzepts oder als Dateiname.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>A black-and-white picture beside a picture that says which parts of it are trained.</source>
        <translation>Ein Schwarzweißbild neben einem Bild, das sagt, welche Teile davon trainiert werden.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>A folder of cached files of one kind: one for pictures, one for captions, and so on.</source>
        <translation>Ein Ordner mit Cache-Dateien einer Art: einer für Bilder, einer für Captions und so weiter.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>What the model&apos;s encoder made from a picture or a caption, saved so that training does not have to make it again.</source>
        <translation>Was der Encoder des Modells aus einem Bild oder einer Caption erstellt hat, gespeichert, damit das Training es nicht noch einmal erstellen muss.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>One of several cached files of the same picture or caption, for example another crop or another line of the caption; training takes turns between them.</source>
        <translation>Eine von mehreren Cache-Dateien desselben Bildes oder derselben Caption, etwa ein anderer Zuschnitt oder eine andere Zeile der Caption; das Training wechselt zwischen ihnen ab.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>One picture or caption in a cache, together with all cached files made from it.</source>
        <translation>Ein Bild oder eine Caption in einem Cache, mit allen daraus erstellten Cache-Dateien.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The list inside a cache (cache.json) that says which cached files were made from which of your files.</source>
        <translation>Die Liste in einem Cache (cache.json), die sagt, welche Cache-Dateien aus welchen eigenen Dateien erstellt wurden.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>A check of all your files and caches that finds the state of each and changes nothing.</source>
        <translation>Eine Prüfung aller Ihrer Dateien und Caches, die den Zustand von jedem feststellt und nichts ändert.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Up to date</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Made from the file as it is now, with the settings of this config.</source>
        <translation>Aus der Datei erstellt, wie sie jetzt ist, mit den Einstellungen dieser Config.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>This config needs a cached file of it, and there is none yet.</source>
        <translation>Diese Config braucht eine Cache-Datei davon, und es gibt noch keine.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Needs rebuilding</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>There is a cached file, but it no longer fits the file it was made from or the settings of this config.</source>
        <translation>Es gibt eine Cache-Datei, aber sie passt nicht mehr zu ihrer Datei oder zu den Einstellungen dieser Config.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The content of the file changed after it was cached.</source>
        <translation>Der Inhalt der Datei hat sich nach dem Cachen geändert.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The mask or conditioning image of a picture was edited, added or removed after the picture was cached.</source>
        <translation>Maske oder Conditioning-Bild wurde bearbeitet, hinzugefügt oder entfernt, nachdem das Bild gecacht war.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Settings changed</source>
        <translation>Einstellungen geändert</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The cached file was made with other settings, or with another model, than this config asks for.</source>
        <translation>Die Cache-Datei wurde mit anderen Einstellungen oder einem anderen Modell erstellt, als diese Config verlangt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Date changed only</source>
        <translation>Nur Datum geändert</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The file has a new date and the same content, so its cached files are still good.</source>
        <translation>Die Datei hat ein neues Datum und denselben Inhalt; ihre Cache-Dateien sind also noch gut.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The file has a new name or folder and the same content, so its cached files can be relinked instead of being made again.</source>
        <translation>Die Datei hat einen neuen Namen oder Ordner und denselben Inhalt; ihre Cache-Dateien lassen sich wieder zuordnen, statt neu erstellt zu werden.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The file no longer exists, but its folder does.</source>
        <translation>Die Datei existiert nicht mehr, ihr Ordner aber schon.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Out of reach</source>
        <translation>Nicht erreichbar</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The folder or drive of a file cannot be found at the moment; everything made from the file is kept.</source>
        <translation>Ordner oder Laufwerk einer Datei ist im Augenblick nicht zu finden; alles daraus Erstellte bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The cached file cannot be read.</source>
        <translation>Die Cache-Datei ist nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>No longer needed</source>
        <translation>Wird nicht mehr gebraucht</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Neither your files nor the settings of this config use it any more; it only takes up space.</source>
        <translation>Weder Ihre Dateien noch die Einstellungen dieser Config benutzen sie noch; sie belegt nur Platz.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Quarantine</source>
        <translation>Quarantäne</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The folder inside a cache where Clean puts what it removes, until you undo that or empty the quarantine.</source>
        <translation>Der Ordner in einem Cache, in den das Aufräumen legt, was es entfernt, bis das rückgängig gemacht oder die Quarantäne geleert wird.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>How much of the disk files take up, which can be more or less than the sum of their sizes.</source>
        <translation>Wie viel Platz Dateien auf dem Datenträger belegen; das kann mehr oder weniger sein als die Summe ihrer Größen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Open a OneTrainer config or a folder with caches, or drop one on the window.</source>
        <translation>Eine OneTrainer-Config oder einen Ordner mit Caches öffnen oder auf das Fenster ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Try everything in the small sample workspace first. Opening a workspace changes nothing; Larder asks before it writes anything.</source>
        <translation>Im kleinen Beispiel-Arbeitsbereich lässt sich alles zuerst ausprobieren. Das Öffnen eines Arbeitsbereichs ändert nichts; Larder fragt, bevor es etwas schreibt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Coverage</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The cards at the top show what to do next, the most useful first; each has a button that does it. The numbers are the same as on the other pages and in the dialogs.</source>
        <translation>Die Karten oben zeigen, was als Nächstes zu tun ist, das Nützlichste zuerst; jede hat einen Knopf dafür. Die Zahlen sind dieselben wie auf den anderen Seiten und in den Dialogen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The table has one line for each concept and cache: how much of it is cached, needs rebuilding, or is not cached yet. Double-click a line to see its pictures or captions.</source>
        <translation>Die Tabelle hat eine Zeile je Konzept und Cache: wie viel gecacht, veraltet oder noch nicht gecacht ist. Ein Doppelklick zeigt die Bilder oder Captions der Zeile.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Every picture and caption with its state and the reason for it. Select one to see it in the inspector; press Space to see it large.</source>
        <translation>Jedes Bild und jede Caption mit Zustand und Grund. Auswählen zeigt sie im Inspektor, die Leertaste zeigt sie groß.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The filter above the table finds names and states: “state:edited”, “kind:text”, “size:&gt;10MB”. Right-click selected rows to see what you can do with them.</source>
        <translation>Der Filter über der Tabelle findet Namen und Zustände: „state:edited“, „kind:text“, „size:&gt;10MB“. Ein Rechtsklick auf ausgewählte Zeilen zeigt, was sich damit tun lässt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Everything that needs attention. Each line is one remedy with the number of files, their size and the time it takes. Expand a line to see its files.</source>
        <translation>Alles, was Aufmerksamkeit braucht. Jede Zeile ist eine Abhilfe mit Anzahl, Größe und Dauer. Aufklappen zeigt ihre Dateien.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The button below the table does what the selected lines need. You see a preview first.</source>
        <translation>Der Knopf unter der Tabelle tut, was die ausgewählten Zeilen brauchen. Vorher gibt es eine Vorschau.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>What training would get wrong</source>
        <translation>Was das Training falsch machen würde</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The problems by their effect on training: what stops it, and what it would learn wrong without a warning. Dates and settings reveal some of them. NaN, zeros, damage, other models and other captions are found only when every cached file is read.</source>
        <translation>Die Probleme nach ihrer Wirkung auf das Training: was es abbricht und was es ohne Warnung falsch lernen würde. Einige davon verraten Dateidatum und Einstellungen. NaN, Nullen, Schäden, andere Modelle und andere Captions werden erst gefunden, wenn jede Cache-Datei gelesen wird.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Reading changes nothing, can be stopped at any time, and continues where it stopped: files that have not changed are not read again.</source>
        <translation>Das Lesen ändert nichts, lässt sich jederzeit stoppen und macht beim nächsten Mal dort weiter: Dateien, die sich nicht geändert haben, werden nicht noch einmal gelesen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>What Larder did to these caches, the latest first: one line for each build, clean, import and undo. A build that was stopped and resumed is one line, too; select it to see its parts.</source>
        <translation>Was Larder mit diesen Caches getan hat, das Neueste zuerst: eine Zeile je Build, Aufräumen, Import und Rückgängigmachen. Auch ein gestoppter und fortgesetzter Build ist eine Zeile; ausgewählt zeigt sie ihre Teile.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The last column says whether an action can be undone, or what undid it and when. Undo restores what a clean, a build or a repair removed, until the quarantine is emptied.</source>
        <translation>Die letzte Spalte sagt, ob sich eine Aktion rückgängig machen lässt, oder was sie wann rückgängig gemacht hat. „Rückgängig“ stellt wieder her, was ein Aufräumen, ein Build oder eine Reparatur entfernt hat, bis die Quarantäne geleert wird.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Pictures and captions with the same content share their cached files, which saves time and space. Training pictures that validation also uses come first, then groups that should not share, for example because their masks differ.</source>
        <translation>Bilder und Captions mit demselben Inhalt teilen sich ihre Cache-Dateien, das spart Zeit und Platz. Zuerst stehen Trainingsbilder, die auch die Validierung nutzt, dann Gruppen, die nicht teilen sollten, zum Beispiel weil sich ihre Masken unterscheiden.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>“Find similar pictures” also finds copies that were resized, compressed again, mirrored or rotated, and remembers what it found. For each group, the page says which copy is better and why. The loupe shows the same spot of two copies pixel by pixel.</source>
        <translation>„Ähnliche finden“ findet auch skalierte, neu komprimierte, gespiegelte oder gedrehte Kopien und merkt sich das Ergebnis. Zu jeder Gruppe steht, welche Kopie besser ist und warum. Die Lupe zeigt dieselbe Stelle zweier Kopien Pixel für Pixel.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>This page only lists. It never deletes a picture or a caption.</source>
        <translation>Diese Seite listet nur auf und löscht nie ein Bild oder eine Caption.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Where the space goes, how the sizes of pictures are spread, and how old cached files are. Each chart can be saved as a picture and as a table.</source>
        <translation>Wohin der Platz geht, wie sich die Bildgrößen verteilen und wie alt Cache-Dateien sind. Jedes Diagramm lässt sich als Bild und als Tabelle speichern.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Every picture is a point, near those that look alike. Positions are calculated from what is cached already; nothing is encoded, and nothing is written into the cache.</source>
        <translation>Jedes Bild ist ein Punkt, nahe bei ähnlichen. Die Positionen werden aus dem berechnet, was schon im Cache liegt; nichts wird encodiert, und in den Cache wird nichts geschrieben.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Rings mark pictures that are nearly the same as another, or unlike all others. Click a point to see its row and its neighbours. Where at most 200 points are in sight, they are small pictures: turn the mouse wheel to come near.</source>
        <translation>Ringe markieren Bilder, die fast gleich einem anderen oder allen anderen unähnlich sind. Ein Klick auf einen Punkt zeigt seine Zeile und seine Nachbarn. Wo höchstens 200 Punkte zu sehen sind, werden sie zu kleinen Bildern: Das Mausrad bringt näher heran.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Details of the selected row: the source file beside its cached file, the reason for its state, the settings it was made with, and the values in the cached file. Details such as content hashes are at the end of the list.</source>
        <translation>Einzelheiten der ausgewählten Zeile: die Quelldatei neben ihrer Cache-Datei, der Grund für den Zustand, die Einstellungen, mit denen sie erstellt wurde, und die Werte in der Cache-Datei. Angaben wie Inhalts-Hashes stehen am Ende der Liste.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Builds what is not cached yet or needs rebuilding, so that the trainer starts at once. The preview shows the number of files, their size and about how long the build takes.</source>
        <translation>Erstellt, was noch nicht gecacht oder veraltet ist, damit der Trainer sofort startet. Die Vorschau zeigt die Zahl der Dateien, ihre Größe und etwa, wie lange der Build dauert.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>You can pause or stop at any time: finished files are kept, and the next build continues from there.</source>
        <translation>Ein Build lässt sich jederzeit pausieren oder stoppen: Fertige Dateien bleiben erhalten, und der nächste Build macht dort weiter.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Removes cached files that are no longer needed. You see each of them first; untick what you want to keep. Your pictures and captions are never changed.</source>
        <translation>Entfernt Cache-Dateien, die nicht mehr gebraucht werden. Jede ist vorher zu sehen; bei allem, was bleiben soll, den Haken entfernen. Bilder und Captions werden nie geändert.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Files go into a quarantine inside the cache, and Undo restores them. Only “Delete now” frees the space at once.</source>
        <translation>Dateien kommen in eine Quarantäne im Cache, „Rückgängig“ stellt sie wieder her. Nur „Jetzt löschen“ gibt den Platz sofort frei.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Frees space in caches that record when a file was used: removes files that were not used for a long time, or the least recently used above a size limit. OneTrainer&apos;s own caches do not record use, so they are not pruned.</source>
        <translation>Schafft Platz in Caches, die aufzeichnen, wann eine Datei benutzt wurde: entfernt lange nicht benutzte Dateien oder die am längsten unbenutzten oberhalb einer Größengrenze. OneTrainers eigene Caches zeichnen das nicht auf und werden nicht ausgedünnt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Empties a whole cache. Its files go into quarantine first, and Undo restores them.</source>
        <translation>Leert einen ganzen Cache. Seine Dateien kommen zuerst in Quarantäne, „Rückgängig“ stellt sie wieder her.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Shows what other settings would invalidate, before you change them: how many pictures and captions would have to be encoded again, how large they are and how long that takes. Neither the config nor a cache is changed.</source>
        <translation>Zeigt vor dem Ändern, was andere Einstellungen ungültig machen würden: wie viele Bilder und Captions neu zu encodieren wären, wie groß sie sind und wie lange das dauert. Weder Config noch Cache werden geändert.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Compares each cached file with its picture and lists the least similar pairs first. Files that were mixed up are at the top. The list is only a ranking; look at the pictures before you rebuild.</source>
        <translation>Vergleicht jede Cache-Datei mit ihrem Bild und zeigt die unähnlichsten Paare zuerst. Vertauschte Dateien stehen ganz oben. Die Liste ist nur eine Rangfolge; vor dem Neuerstellen die Bilder ansehen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Train without pictures</source>
        <translation>Ohne Bilder trainieren</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Checks whether you can train from the cache alone, on another computer or after pictures and captions were deleted. If not, it lists what is missing.</source>
        <translation>Prüft, ob sich allein aus dem Cache trainieren lässt, auf einem anderen Rechner oder nachdem Bilder und Captions gelöscht wurden. Wenn nicht, wird aufgelistet, was fehlt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Export cache</source>
        <translation>Cache exportieren</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Copies what training needs into a folder that OneTrainer can use as its cache folder, or into one file. Paths become relative, and captions are left out unless you include them. Everything is checked first, and each problem has a button that fixes it. A stopped export continues where it stopped.</source>
        <translation>Kopiert alles, was das Training braucht, in einen Ordner, den OneTrainer als Cache-Ordner benutzen kann, oder in eine Datei. Pfade werden relativ, und Captions werden nur auf Wunsch mitgenommen. Alles wird vorher geprüft, und zu jedem Problem gibt es einen Knopf, der es behebt. Ein gestoppter Export macht dort weiter, wo er stand.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Import cache</source>
        <translation>Cache importieren</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Checks every file of an exported cache and copies it into the cache folder of a config on this computer. Existing files are never overwritten. Drop an exported cache on the window to begin.</source>
        <translation>Prüft jede Datei eines exportierten Caches und kopiert ihn in den Cache-Ordner einer Config auf diesem Rechner. Vorhandene Dateien werden nie überschrieben. Zum Beginnen einen exportierten Cache auf das Fenster ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Makes a cache from your own files: pixels for image processors, sound features, waveforms, or text tokens.</source>
        <translation>Erstellt einen Cache aus eigenen Dateien: Pixel für Bildprozessoren, Klangmerkmale, Wellenformen oder Text-Token.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Checks more closely than the survey at opening. Like a trainer, it opens every picture, caption, mask and cached file, and finds what would stop or spoil training: damage, captions that are not UTF-8, empty masks. Files that have not changed are not opened again. Caches and sources are not changed.</source>
        <translation>Prüft genauer als die Bestandsaufnahme beim Öffnen. Öffnet wie ein Trainer jedes Bild, jede Caption, jede Maske und jede Cache-Datei und findet, was das Training abbrechen oder verfälschen würde: Schäden, Captions, die nicht UTF-8 sind, leere Masken. Unveränderte Dateien werden nicht noch einmal geöffnet. Caches und Quelldateien werden nicht geändert.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>For a folder that was moved or renamed, or whose drive has another letter. Larder searches nearby folders and compares up to 50 files with the cache, by size and content.</source>
        <translation>Für einen Ordner, der verschoben oder umbenannt wurde oder dessen Laufwerk einen anderen Buchstaben hat. Larder durchsucht Ordner in der Nähe und vergleicht bis zu 50 Dateien nach Größe und Inhalt mit dem Cache.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>“Update paths” gives all entries the new path in one step, which Undo reverses; nothing has to be cached again. The config has to name the new folder, too: change it in OneTrainer.</source>
        <translation>„Pfade aktualisieren“ gibt allen Einträgen in einem Schritt den neuen Pfad, „Rückgängig“ macht das wieder rückgängig; nichts muss neu gecacht werden. Auch die Config muss den neuen Ordner nennen: in OneTrainer ändern.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>“Only remember the new folder” does not change the caches; Larder remembers where to look.</source>
        <translation>„Nur den neuen Ordner merken“ ändert die Caches nicht; Larder merkt sich, wo es nachsehen muss.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The numbered folders of a released OneTrainer store no picture paths, only the concept&apos;s folder. Once the concept names the new folder, Build moves the cached files without encoding them again.</source>
        <translation>Die nummerierten Ordner eines veröffentlichten OneTrainer speichern keine Bildpfade, nur den Ordner des Konzepts. Sobald das Konzept den neuen Ordner nennt, verschiebt „Erstellen“ die Cache-Dateien, ohne sie neu zu encodieren.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Type a few letters of a command, a page, a workspace you opened before, or a word, and press Enter. Each command shows its keys, or why it cannot be used at the moment.</source>
        <translation>Ein paar Buchstaben eines Befehls, einer Seite, eines früheren Arbeitsbereichs oder eines Worts eingeben und die Eingabetaste drücken. Jeder Befehl zeigt seine Tasten oder warum er gerade nicht geht.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>F1 explains the current state, page or dialog. Search covers the whole help. Nothing is downloaded.</source>
        <translation>F1 erklärt den aktuellen Zustand, die Seite oder den Dialog. Die Suche durchsucht die ganze Hilfe. Nichts wird heruntergeladen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Appearance: language, colours and units. Cleaning: how old a file must be before Clean ticks it. Space: how much caches of your own files may take. Privacy: hidden names and the list of recent workspaces. Moved folders: where they are now.</source>
        <translation>Darstellung: Sprache, Farben und Einheiten. Aufräumen: wie alt eine Datei sein muss, bevor „Aufräumen“ sie anhakt. Speicherplatz: wie viel Caches eigener Dateien belegen dürfen. Privatsphäre: verborgene Namen und die Liste der zuletzt geöffneten Arbeitsbereiche. Verschobene Ordner: wo sie jetzt sind.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Each setting says what it changes. Nothing changes until you click OK.</source>
        <translation>Jede Einstellung sagt, was sie ändert. Vor „OK“ ändert sich nichts.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Pages and dialogs</source>
        <translation>Seiten und Dialoge</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>States of pictures and captions</source>
        <translation>Zustände von Bildern und Captions</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>States of cached files</source>
        <translation>Zustände von Cache-Dateien</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>What you can do</source>
        <translation>Was man tun kann</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>With cache.json: %1</source>
        <translation>Mit cache.json: %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>With the cache of released OneTrainer: %1</source>
        <translation>Mit dem Cache des veröffentlichten OneTrainer: %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>What to do depends on the cache; the row itself says which of these applies:</source>
        <translation>Was zu tun ist, hängt vom Cache ab; die Zeile selbst sagt, was davon gilt:</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>There is nothing to do.</source>
        <translation>Es ist nichts zu tun.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>There is nothing to do with this config.</source>
        <translation>Mit dieser Config ist nichts zu tun.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>You see a preview before anything is changed. Pictures and captions are never changed, moved or deleted.</source>
        <translation>Eine Vorschau kommt vor jeder Änderung. Bilder und Captions werden nie geändert, verschoben oder gelöscht.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Fine</source>
        <translation>In Ordnung</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Rebuild these…</source>
        <translation>Diese neu erstellen…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Clean…</source>
        <translation>Aufräumen…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Store new dates…</source>
        <translation>Datum merken…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Relink cached files…</source>
        <translation>Cache-Dateien wieder zuordnen…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Find moved folder…</source>
        <translation>Verschobenen Ordner suchen…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Rebuild</source>
        <translation>Neu erstellen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Builds what is missing and rebuilds what no longer fits.</source>
        <translation>Erstellt, was fehlt, und erstellt neu, was nicht mehr passt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Cache again</source>
        <translation>Neu cachen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Caches the folders of these files again.</source>
        <translation>Cacht die Ordner dieser Dateien noch einmal.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Moves files that are no longer needed into quarantine; Undo restores them.</source>
        <translation>Verschiebt nicht mehr benötigte Dateien in Quarantäne; „Rückgängig“ stellt sie wieder her.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Stores the new dates, so that these files are not read again.</source>
        <translation>Merkt sich das neue Datum, damit diese Dateien nicht noch einmal gelesen werden.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Links existing cached files to the renamed files with the same content; nothing is encoded.</source>
        <translation>Ordnet vorhandene Cache-Dateien den umbenannten Dateien mit demselben Inhalt zu; nichts wird encodiert.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Undo or empty</source>
        <translation>Rückgängig oder leeren</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>The Journal lists what is in quarantine: Undo restores it, Empty frees its space.</source>
        <translation>Das Journal zeigt, was in Quarantäne ist: „Rückgängig“ stellt es wieder her, „Leeren“ gibt den Platz frei.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Find the moved folder</source>
        <translation>Verschobenen Ordner suchen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Finds the new place of their folder and updates the paths.</source>
        <translation>Findet den neuen Ort ihres Ordners und aktualisiert die Pfade.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Copies the readable entries into a new index and keeps the damaged file.</source>
        <translation>Kopiert die lesbaren Einträge in einen neuen Index und behält die beschädigte Datei.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Needs your attention</source>
        <translation>Braucht Ihre Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Each row says what you can do.</source>
        <translation>Jede Zeile sagt, was zu tun ist.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Rebuild %Ln…</source>
        <translation><numerusform>%Ln neu erstellen…</numerusform><numerusform>%Ln neu erstellen…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Cache %Ln again…</source>
        <translation><numerusform>%Ln noch einmal cachen…</numerusform><numerusform>%Ln noch einmal cachen…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Clean %Ln…</source>
        <translation><numerusform>%Ln aufräumen…</numerusform><numerusform>%Ln aufräumen…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Store %Ln new dates…</source>
        <translation><numerusform>Datum von %Ln Datei merken…</numerusform><numerusform>Datum von %Ln Dateien merken…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Relink %Ln…</source>
        <translation><numerusform>%Ln wieder zuordnen…</numerusform><numerusform>%Ln wieder zuordnen…</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Not every resolution that the config may use is cached.</source>
        <translation>Nicht jede Auflösung, die die Config benutzen kann, ist gecacht.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>The resolution could not be checked.</source>
        <translation>Die Auflösung ließ sich nicht prüfen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Whether the caption still matches could not be checked.</source>
        <translation>Ob die Caption noch passt, ließ sich nicht prüfen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Its cached file was relinked after the file was renamed.</source>
        <translation>Die Cache-Datei wurde nach dem Umbenennen wieder zugeordnet.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>It shares its cached file with others that have the same content.</source>
        <translation>Teilt sich die Cache-Datei mit anderen Dateien gleichen Inhalts.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>It shares a cached file, but needs one of its own.</source>
        <translation>Es teilt sich eine Cache-Datei, braucht aber eine eigene.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Move or rebuild</source>
        <translation>Verschieben oder neu erstellen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Moves cached files that are in the wrong position, and builds what is missing or no longer fits.</source>
        <translation>Verschiebt Cache-Dateien, die am falschen Platz sind, und erstellt, was fehlt oder nicht mehr passt.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Move or rebuild %Ln…</source>
        <translation><numerusform>%Ln verschieben oder neu erstellen…</numerusform><numerusform>%Ln verschieben oder neu erstellen…</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>For you to decide</source>
        <translation>Selbst entscheiden</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Clean lists these unticked; they are kept unless you tick them.</source>
        <translation>„Aufräumen“ zeigt sie ohne Haken; sie bleiben erhalten, solange sie nicht angehakt werden.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Review %Ln…</source>
        <translation><numerusform>%Ln ansehen…</numerusform><numerusform>%Ln ansehen…</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Captions</source>
        <translation>Captions</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Sound features</source>
        <translation>Klangmerkmale</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Waveforms</source>
        <translation>Wellenformen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Parameter trees</source>
        <translation>Parameterbäume</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Pictures and captions</source>
        <translation>Bilder und Captions</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>The folder cannot be reached at the moment; everything is kept.</source>
        <translation>Der Ordner ist im Augenblick nicht erreichbar; alles bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Some cached files no longer fit their source or the settings.</source>
        <translation>Manche Cache-Dateien passen nicht mehr zu ihrer Quelle oder den Einstellungen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Incomplete</source>
        <translation>Unvollständig</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Some cached files are missing.</source>
        <translation>Manche Cache-Dateien fehlen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Nothing is cached yet.</source>
        <translation>Noch ist nichts gecacht.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Other layout</source>
        <translation>Anderes Layout</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>This cache is in the layout of another OneTrainer version; this workspace uses the cache beside it. “Clear cache…” removes it.</source>
        <translation>Dieser Cache hat das Layout einer anderen OneTrainer-Version; dieser Arbeitsbereich benutzt den Cache daneben. „Cache leeren…“ entfernt ihn.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Not used here</source>
        <translation>Hier nicht benutzt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>This config needs none of these files; another config may.</source>
        <translation>Diese Config braucht keine dieser Dateien; eine andere vielleicht schon.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Complete</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Layout: %1</source>
        <translation>Layout: %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Also present: %1</source>
        <translation>Auch vorhanden: %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 samples</source>
        <translation>%1 Abtastwerte</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>peak %1</source>
        <translation>Spitze %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 bands × %2 frames</source>
        <translation>%1 Bänder × %2 Frames</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 parts</source>
        <translation>%1 Teile</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>patches in order</source>
        <translation>Kacheln der Reihe nach</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>contrast stretched</source>
        <translation>Kontrast gespreizt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>mirrored</source>
        <translation>gespiegelt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>similarity %1</source>
        <translation>Ähnlichkeit %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>no picture to compare it with</source>
        <translation>kein Bild zum Vergleichen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>the whole picture is trained</source>
        <translation>das ganze Bild wird trainiert</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>Learning what this encoder&apos;s latents look like…</source>
        <translation>Aussehen der Latents dieses Encoders wird gelernt…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>No preview: at least 4 cached pictures of this encoder are needed.</source>
        <translation>Keine Vorschau: Mindestens 4 gecachte Bilder dieses Encoders sind nötig.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>No preview for this encoder: its latents do not look like pictures.</source>
        <translation>Keine Vorschau für diesen Encoder: Seine Latents sehen nicht wie Bilder aus.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>one line</source>
        <translation>eine Zeile</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 cached files</source>
        <translation>%1 Cache-Dateien</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>one cached file</source>
        <translation>eine Cache-Datei</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>which line was used is not recorded</source>
        <translation>welche Zeile benutzt wurde, ist nicht aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 made from other lines</source>
        <translation>%1 aus anderen Zeilen erstellt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>the earlier caption is not stored in the cache</source>
        <translation>die frühere Caption ist nicht im Cache gespeichert</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 of them masked</source>
        <translation>%1 davon maskiert</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>the first %1 listed</source>
        <translation>die ersten %1 aufgeführt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 arrays</source>
        <translation>%1 Arrays</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 damaged</source>
        <translation>%1 beschädigt</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 not read yet</source>
        <translation>%1 noch nicht gelesen</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>Made by %1 from %2</source>
        <translation>Erstellt von %1 aus %2</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>Made from %1</source>
        <translation>Erstellt aus %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>Made by %1</source>
        <translation>Erstellt von %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
    <message>
        <location filename="../../app/presentation/shown_names.py"/>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <location filename="../../app/presentation/shown_names.py"/>
        <source>folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <location filename="../../app/presentation/shown_names.py"/>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open the config they were made with.</source>
        <translation>Die Config öffnen, mit der sie erstellt wurden.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Nothing is lost. The next undo, or the next operation that writes into this cache, finishes or undoes what was started.</source>
        <translation>Nichts ist verloren. Das nächste Rückgängigmachen oder der nächste Vorgang, der in diesen Cache schreibt, schließt das Begonnene ab oder nimmt es zurück.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>use that model instead, encode them again, or keep both in one cache.</source>
        <translation>stattdessen jenes Modell benutzen, sie neu encodieren oder beide in einem Cache behalten.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>encode them again, or keep both in one cache.</source>
        <translation>sie neu encodieren oder beide in einem Cache behalten.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The config&apos;s trainer does not read this layout. To update it, choose the OneTrainer that reads it when you build; Clear cache… removes it.</source>
        <translation>Der Trainer der Config liest dieses Layout nicht. Um es zu aktualisieren, beim Erstellen das OneTrainer wählen, das es liest; „Cache leeren…“ entfernt es.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Close other programs that use it, or choose the CPU as the device.</source>
        <translation>Andere Programme schließen, die es benutzen, oder die CPU als Gerät wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose all graphics cards.</source>
        <translation>Alle Grafikkarten wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose a smaller batch.</source>
        <translation>Einen kleineren Batch wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build… encodes them.</source>
        <translation>„Erstellen…“ encodiert sie.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build… creates it.</source>
        <translation>„Erstellen…“ legt ihn an.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open the config itself.</source>
        <translation>Die Config selbst öffnen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Find all of them first; then Build… rebuilds them.</source>
        <translation>Zuerst alle finden; dann erstellt „Erstellen…“ sie neu.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose the folder that contains all of them under “Pictures are in”.</source>
        <translation>Unter „Bilder liegen in“ den Ordner wählen, der alle enthält.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Export cache… creates one.</source>
        <translation>„Cache exportieren…“ legt einen an.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build… builds them again.</source>
        <translation>„Erstellen…“ erstellt sie neu.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build it first.</source>
        <translation>Zuerst erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Make a new plan.</source>
        <translation>Neu planen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Use Clear cache… to empty it, or Clean… to remove what is no longer needed.</source>
        <translation>„Cache leeren…“ leert ihn; „Aufräumen…“ entfernt, was nicht mehr gebraucht wird.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open a config.</source>
        <translation>Eine Config öffnen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>These cached files record another picture than the one they are used for. Read everything… finds all of them; then Build… encodes them again.</source>
        <translation>Diese Cache-Dateien nennen ein anderes Bild als das, für das sie benutzt werden. „Alles lesen und prüfen…“ findet alle; danach encodiert „Erstellen…“ sie neu.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose a 16-bit text encoder.</source>
        <translation>Einen 16-Bit-Text-Encoder wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose an available device.</source>
        <translation>Ein verfügbares Gerät wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose another number of worker processes.</source>
        <translation>Eine andere Anzahl von Arbeitsprozessen wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose another number of graphics cards.</source>
        <translation>Eine andere Anzahl von Grafikkarten wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose another device.</source>
        <translation>Ein anderes Gerät wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose the VAE of this model type.</source>
        <translation>Den VAE dieses Modelltyps wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The VAE {name} returns NaN for this picture in {compute}. Choose another precision.</source>
        <translation>Der VAE {name} liefert für dieses Bild in {compute} NaN. Eine andere Präzision wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose the VAE and text encoders.</source>
        <translation>Den VAE und die Text-Encoder wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Download {folders} once (hf download {pipeline} --include {wanted}), or choose a folder that contains them.</source>
        <translation>{folders} einmal herunterladen (hf download {pipeline} --include {wanted}) oder einen Ordner wählen, der sie enthält.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose another encoder.</source>
        <translation>Einen anderen Encoder wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Convert it to .safetensors, or choose a .safetensors model.</source>
        <translation>In .safetensors umwandeln oder ein .safetensors-Modell wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The {family} text encoder returns NaN for this prompt in {compute}. Choose another precision.</source>
        <translation>Der Text-Encoder {family} liefert für diesen Prompt in {compute} NaN. Eine andere Präzision wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>It needs a vocabulary (tokenizer.json, vocab.json or spiece.model). Choose its folder.</source>
        <translation>Er braucht ein Vokabular (tokenizer.json, vocab.json oder spiece.model). Dessen Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose the EfficientNet that encodes pictures (hf download {in_hub}).</source>
        <translation>Das EfficientNet wählen, das Bilder encodiert (hf download {in_hub}).</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The {operation_of} before it can be undone on the Journal page.</source>
        <translation>Den Vorgang davor ({operation_of}) macht die Seite „Journal“ rückgängig.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The Journal page can put what it made in place again.</source>
        <translation>Die Seite „Journal“ kann das, was er erstellt hat, wieder einsetzen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The Journal page can restore the index from before its repair.</source>
        <translation>Die Seite „Journal“ kann den Index von vor seiner Reparatur wiederherstellen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The damaged file is kept as {kept}; Undo on the Journal page restores it.</source>
        <translation>Die beschädigte Datei bleibt als {kept} erhalten; „Rückgängig“ auf der Seite „Journal“ stellt sie wieder her.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open the config instead of the folder.</source>
        <translation>Statt des Ordners die Config öffnen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build one size per picture.</source>
        <translation>Eine Größe je Bild erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The speed is known after the first such build.</source>
        <translation>Nach dem ersten solchen Build ist das Tempo bekannt.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Move the files to quarantine instead.</source>
        <translation>Die Dateien stattdessen in Quarantäne verschieben.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose an age or a size, or set budgets in the settings.</source>
        <translation>Ein Alter oder eine Größe wählen oder in den Einstellungen Budgets festlegen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose a file that Larder saved as a plan.</source>
        <translation>Eine Datei wählen, die Larder als Plan gespeichert hat.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Nothing was written. Repair index… copies everything that can be read into a new index and keeps the damaged file.</source>
        <translation>Nichts wurde geschrieben. „Index reparieren…“ kopiert alles Lesbare in einen neuen Index und behält die beschädigte Datei.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Give both concepts the same settings, or build for the layout of released OneTrainer.</source>
        <translation>Beiden Konzepten dieselben Einstellungen geben oder für das Layout des veröffentlichten OneTrainer erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>{found} Nothing is built here before Repair index… has repaired the index; the damaged file is kept.</source>
        <translation>{found} Hier wird nichts erstellt, bevor „Index reparieren…“ den Index repariert hat; die beschädigte Datei bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open the config of the model that made the cache.</source>
        <translation>Die Config des Modells öffnen, mit dem der Cache erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Set the balancing of the concept to repeats, or build for the layout of released OneTrainer.</source>
        <translation>Das Balancing des Konzepts auf Wiederholungen stellen oder für das Layout des veröffentlichten OneTrainer erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Rebuild it with “Rebuild selected entries…” on the Entries page.</source>
        <translation>Auf der Seite „Einträge“ mit „Ausgewählte Einträge neu erstellen…“ neu erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Caches that Larder builds from a folder record both.</source>
        <translation>Caches, die Larder aus einem Ordner erstellt, zeichnen beides auf.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Rebuild them with “Rebuild selected entries…” on the Entries page: each gets its own cached file.</source>
        <translation>Auf der Seite „Einträge“ mit „Ausgewählte Einträge neu erstellen…“ neu erstellen: Dann bekommt jeder seine eigene Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Train once with the pictures and with the trainer&apos;s cache check on, or build everything again.</source>
        <translation>Einmal mit den Bildern und mit eingeschalteter Cache-Prüfung des Trainers trainieren oder alles neu erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Convert to cache.json… converts it.</source>
        <translation>„In cache.json umwandeln…“ wandelt ihn um.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Import it with Import cache… and train with the pictures.</source>
        <translation>Mit „Cache importieren…“ importieren und mit den Bildern trainieren.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Repair index… repairs it.</source>
        <translation>„Index reparieren…“ repariert ihn.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build… records the pictures that are cached already.</source>
        <translation>„Erstellen…“ zeichnet die schon gecachten Bilder auf.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Write the missing captions, then build.</source>
        <translation>Die fehlenden Captions schreiben, dann erstellen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Start it with `ray start`. A cluster that requires a token needs RAY_AUTH_MODE=token.</source>
        <translation>Mit `ray start` starten. Ein Cluster, der ein Token verlangt, braucht RAY_AUTH_MODE=token.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Set cache_dir in the config to its place on this computer, for example /mnt/cache/{name}.</source>
        <translation>cache_dir in der Config auf seinen Ort auf diesem Rechner setzen, zum Beispiel /mnt/cache/{name}.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Connect its drive, or let Find moved folder… find it.</source>
        <translation>Sein Laufwerk anschließen oder den Ordner mit „Verschobenen Ordner suchen…“ finden lassen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>It is a list, perhaps of concepts. Open the config instead.</source>
        <translation>Es ist eine Liste, vielleicht von Konzepten. Stattdessen die Config öffnen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Check that its drive is connected.</source>
        <translation>Prüfen, ob das Laufwerk angeschlossen ist.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose it again in the trainer and save the config.</source>
        <translation>Im Trainer neu wählen und die Config speichern.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open one of them.</source>
        <translation>Eine davon öffnen.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Relative paths start from the root folder instead.</source>
        <translation>Relative Pfade beginnen stattdessen beim Stammordner.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The kept entry of {key} is damaged and could not be restored; its cached files were. Relink cached files… adds them to the index again if the file they were made from still exists.</source>
        <translation>Der aufbewahrte Eintrag von {key} ist beschädigt und ließ sich nicht wiederherstellen, seine Cache-Dateien schon. „Cache-Dateien wieder zuordnen…“ trägt sie wieder in den Index ein, wenn es die Datei noch gibt, aus der sie erstellt wurden.</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Nothing was started. Files that were only copied look the same until 5 minutes after their date. Wait until it has finished, or continue anyway.</source>
        <translation>Nichts wurde begonnen. Dateien, die nur kopiert wurden, sehen bis 5 Minuten nach ihrem Datum genauso aus. Warten, bis es fertig ist, oder trotzdem fortfahren.</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Ctrl and the wheel zoom, drag to move, 0 fits. In Swipe, drag the edge.</source>
        <translation>Strg und Mausrad zoomen, Ziehen verschiebt, 0 passt ein. Bei „Wischen“ die Kante ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Edge at %1 %</source>
        <translation>Kante bei %1 %</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Zoom %1 %</source>
        <translation>Zoom %1 %</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Swipe</source>
        <translation>Wischen</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Values of the latent, from %1 to %2</source>
        <translation>Werte des Latents, von %1 bis %2</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>most of them from %1 to %2</source>
        <translation>die meisten von %1 bis %2</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Lays the cached picture over your picture; drag the edge between them.</source>
        <translation>Legt das gecachte Bild über das eigene; die Kante dazwischen lässt sich ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Decode</source>
        <translation>Decodieren</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Decoded</source>
        <translation>Decodiert</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Cached mask</source>
        <translation>Gecachte Maske</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Mask now</source>
        <translation>Maske jetzt</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Inpainted from</source>
        <translation>Inpainting aus</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Loads %1 and decodes the latent.</source>
        <translation>Lädt %1 und decodiert das Latent.</translation>
    </message>
    <message>
        <location filename="../../app/previews/loupe.py"/>
        <source>Ctrl and the wheel zoom, drag to move, 0 fits, L switches the loupe. In Swipe, drag the edge.</source>
        <translation>Strg und Mausrad zoomen, Ziehen verschiebt, 0 passt ein, L schaltet die Lupe. Beim Wischen die Kante ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/previews/loupe.py"/>
        <source>1:1</source>
        <translation>1:1</translation>
    </message>
    <message>
        <location filename="../../app/previews/loupe.py"/>
        <source>enlarged %1 times</source>
        <translation>%1-fach vergrößert</translation>
    </message>
    <message>
        <location filename="../../app/previews/loupe.py"/>
        <source>Loupe at %1 % across, %2 % down</source>
        <translation>Lupe bei %1 % von links, %2 % von oben</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Lays one picture over the other; drag the edge between them.</source>
        <translation>Legt ein Bild über das andere; die Kante dazwischen lässt sich ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Shows where two pictures differ, brighter where they differ more.</source>
        <translation>Zeigt, wo sich zwei Bilder unterscheiden, umso heller, je stärker.</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Loupe</source>
        <translation>Lupe</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Shows the same spot of both pictures pixel by pixel: point at it, or move it with the arrow keys. Key: L.</source>
        <translation>Zeigt dieselbe Stelle beider Bilder Pixel für Pixel: darauf zeigen oder mit den Pfeiltasten bewegen. Taste: L.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/picture_compare.py"/>
        <source>%Ln more are not shown.</source>
        <translation><numerusform>%Ln weiteres wird nicht angezeigt.</numerusform><numerusform>%Ln weitere werden nicht angezeigt.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Reading both pictures in full…</source>
        <translation>Beide Bilder werden vollständig gelesen…</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>One of the pictures is too large for the loupe.</source>
        <translation>Eines der Bilder ist zu groß für die Lupe.</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Difference, amplified</source>
        <translation>Unterschied, verstärkt</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>No pixel differs.</source>
        <translation>Kein Pixel unterscheidet sich.</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>%1 of the pixels differ visibly.</source>
        <translation>%1 der Pixel unterscheiden sich sichtbar.</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_views.py"/>
        <source>Beginning of the text</source>
        <translation>Anfang des Textes</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_views.py"/>
        <source>The text is empty.</source>
        <translation>Der Text ist leer.</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>Export picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>Drawing (*.svg)</source>
        <translation>Zeichnung (*.svg)</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>Exported the picture.</source>
        <translation>Das Bild wurde exportiert.</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>The picture could not be written.</source>
        <translation>Das Bild ließ sich nicht schreiben.</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Lowest</source>
        <translation>Kleinster</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Highest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Apart</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Band</source>
        <translation>Band</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Shows the figures of the plot as a table.</source>
        <translation>Zeigt die Zahlen des Diagramms als Tabelle.</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Saves the plot as a picture, or its figures as a table.</source>
        <translation>Speichert das Diagramm als Bild oder seine Zahlen als Tabelle.</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Export picture…</source>
        <translation>Bild exportieren…</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Export table…</source>
        <translation>Tabelle exportieren…</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>All</source>
        <translation>Alles</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Shows all of it.</source>
        <translation>Zeigt alles.</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Values of the latent by channel</source>
        <translation>Werte des Latents nach Kanal</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>The channel before</source>
        <translation>Vorheriger Kanal</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>The next channel</source>
        <translation>Nächster Kanal</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Channel %1 of %2: median %3.</source>
        <translation>Kanal %1 von %2: Median %3.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Median of the concept: %1 (%Ln pictures).</source>
        <translation><numerusform>Median des Konzepts: %1 (%Ln Bild).</numerusform><numerusform>Median des Konzepts: %1 (%Ln Bilder).</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/plot_panels.py"/>
        <source>%1 to %2: %Ln values</source>
        <translation><numerusform>%1 bis %2: %Ln Wert</numerusform><numerusform>%1 bis %2: %Ln Werte</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Waveform</source>
        <translation>Wellenform</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Part</source>
        <translation>Ausschnitt</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Shows the marked part alone; drag its edges to move it.</source>
        <translation>Zeigt nur den markierten Ausschnitt; seine Ränder lassen sich ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Opens your sound in this computer&apos;s player. The cached copy is not played.</source>
        <translation>Öffnet die Tondatei im Player dieses Computers. Die gecachte Kopie wird nicht abgespielt.</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Samples</source>
        <translation>Abtastwerte</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Marked: %1 to %2, %3 long, peak %4</source>
        <translation>Markiert: %1 bis %2, Länge %3, Spitze %4</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Features by band</source>
        <translation>Merkmale nach Band</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>frame %1</source>
        <translation>Frame %1</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>%1, band %2: %3</source>
        <translation>%1, Band %2: %3</translation>
    </message>
    <message>
        <location filename="../../app/previews/sound_views.py"/>
        <source>Features over time</source>
        <translation>Merkmale über die Zeit</translation>
    </message>
    <message>
        <location filename="../../app/previews/sound_views.py"/>
        <source>frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>stored order</source>
        <translation>gespeicherte Reihenfolge</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>masked</source>
        <translation>maskiert</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Lines of the caption</source>
        <translation>Zeilen der Caption</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Cached: “%1”</source>
        <translation>Gecacht: „%1“</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Now: “%1”</source>
        <translation>Jetzt: „%1“</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>σ</source>
        <translation>σ</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Min</source>
        <translation>Min</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Max</source>
        <translation>Max</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>First values</source>
        <translation>Erste Werte</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Read every array</source>
        <translation>Jedes Array lesen</translation>
    </message>
    <message>
        <location filename="../../app/source_watch.py"/>
        <source>Watch for changes</source>
        <translation>Auf Änderungen achten</translation>
    </message>
    <message>
        <location filename="../../app/source_watch.py"/>
        <source>Files have changed since this check.</source>
        <translation>Seit dieser Prüfung haben sich Dateien geändert.</translation>
    </message>
    <message>
        <location filename="../../app/source_watch.py"/>
        <source>Rescan to see which; this checks only names and dates.</source>
        <translation>Neu einlesen, um zu sehen, welche; das prüft nur Namen und Datum.</translation>
    </message>
    <message>
        <location filename="../../app/source_watch.py"/>
        <source>Rescan</source>
        <translation>Neu einlesen</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Took</source>
        <translation>Tatsächlich</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Pictures in the first epoch</source>
        <translation>Bilder in der ersten Epoche</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/chart_plots.py"/>
        <source>A batch of %Ln</source>
        <translation><numerusform>Ein Batch von %Ln</numerusform><numerusform>Ein Batch von %Ln</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Fill batches</source>
        <translation>Füllen Batches</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Left out of each epoch</source>
        <translation>Fehlen in jeder Epoche</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Scaled down</source>
        <translation>Verkleinert</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Scaled up</source>
        <translation>Vergrößert</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Scaled to</source>
        <translation>Skaliert auf</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Cropped</source>
        <translation>Abgeschnitten</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Not scaled</source>
        <translation>Nicht skaliert</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Usual</source>
        <translation>Üblich</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Far from the others</source>
        <translation>Weit von den anderen</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Sigma</source>
        <translation>Sigma</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Likeness of cached file and picture</source>
        <translation>Ähnlichkeit von Cache-Datei und Bild</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Cached files</source>
        <translation>Cache-Dateien</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_reader.py"/>
        <source>Read the sizes of pictures</source>
        <translation>Größen der Bilder lesen</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_reader.py"/>
        <source>Read the journals</source>
        <translation>Journale lesen</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_reader.py"/>
        <source>Read cached latents</source>
        <translation>Gecachte Latents lesen</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_reader.py"/>
        <source>Compare cached pictures with their sources</source>
        <translation>Gecachte Bilder mit ihren Quellen vergleichen</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No picture is cached yet, so no bucket is known.</source>
        <translation>Noch ist kein Bild gecacht, darum ist kein Bucket bekannt.</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No build has been timed on this computer yet.</source>
        <translation>Auf diesem Rechner wurde noch keine Build-Dauer gemessen.</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>The sizes of the pictures are being read…</source>
        <translation>Größen der Bilder werden gelesen…</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No journal says yet how the space changed.</source>
        <translation>Noch kein Journal sagt, wie sich der Platz änderte.</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No picture is far from the others.</source>
        <translation>Kein Bild liegt weit von den anderen.</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No picture is less alike than the line.</source>
        <translation>Kein Bild ist weniger ähnlich als die Linie.</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No cached file has a resolution.</source>
        <translation>Keine Cache-Datei hat eine Auflösung.</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No cached file has variations.</source>
        <translation>Keine Cache-Datei hat Variationen.</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>Lasso</source>
        <translation>Lasso</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>Draw around pictures to list them in Entries.</source>
        <translation>Bilder umfahren, um sie unter „Einträge“ aufzulisten.</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>Less alike than</source>
        <translation>Weniger ähnlich als</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>Space used by folder</source>
        <translation>Belegter Platz nach Ordner</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>All caches</source>
        <translation>Alle Caches</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Stop reading</source>
        <translation>Lesen stoppen</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Calculate the space used</source>
        <translation>Belegten Platz berechnen</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Calculating the space used…</source>
        <translation>Belegter Platz wird berechnet…</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Once files are cached, this page shows how much space they take.</source>
        <translation>Sobald Dateien gecacht sind, zeigt diese Seite, wie viel Platz sie belegen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/charts_page.py"/>
        <source>Show these %Ln in Entries</source>
        <translation><numerusform>Dieses in „Einträge“ anzeigen</numerusform><numerusform>Diese %Ln in „Einträge“ anzeigen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/charts_page.py"/>
        <source>Read %Ln cached files (%1)</source>
        <translation><numerusform>%Ln Cache-Datei lesen (%1)</numerusform><numerusform>%Ln Cache-Dateien lesen (%1)</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>scaled %1</source>
        <translation>skaliert %1</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>bucket %1</source>
        <translation>Bucket %1</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>chosen on the plot</source>
        <translation>im Diagramm ausgewählt</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Pictures were added or removed after these figures were read.</source>
        <translation>Seit diese Zahlen gelesen wurden, kamen Bilder hinzu oder fielen weg.</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Rescan, then click again.</source>
        <translation>Neu einlesen, dann noch einmal klicken.</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>These pictures are not in the survey.</source>
        <translation>Diese Bilder sind nicht in der Bestandsaufnahme.</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Rescan, then try again.</source>
        <translation>Neu einlesen, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>(in no concept)</source>
        <translation>(in keinem Konzept)</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>%1 (disabled)</source>
        <translation>%1 (inaktiv)</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>%1 of %2, %3 percent</source>
        <translation>%1 von %2, %3 Prozent</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Covered</source>
        <translation>Abgedeckt</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Wanted</source>
        <translation>Verlangt</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Not cached</source>
        <translation>Nicht gecacht</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Bytes per entry</source>
        <translation>Bytes je Eintrag</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Coverage by concept and cache</source>
        <translation>Übersicht nach Konzept und Cache</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>What would training get wrong?</source>
        <translation>Was würde das Training falsch machen?</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Cached files can be damaged, contain NaN or zeros, or belong to another file.</source>
        <translation>Cache-Dateien können beschädigt sein, NaN oder Nullen enthalten oder zu einer anderen Datei gehören.</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>A damaged picture, caption or mask can stop the trainer.</source>
        <translation>Ein beschädigtes Bild, eine beschädigte Caption oder Maske kann den Trainer abbrechen lassen.</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Read everything…</source>
        <translation>Alles lesen…</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Reading the caches…</source>
        <translation>Die Caches werden gelesen…</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>The trainer makes one when it starts.</source>
        <translation>Der Trainer legt beim Start einen an.</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>No cache was found in this workspace.</source>
        <translation>In diesem Arbeitsbereich wurde kein Cache gefunden.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Files of the group</source>
        <translation>Dateien der Gruppe</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Text of the captions</source>
        <translation>Text der Captions</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Gives each of them its own cached file.</source>
        <translation>Gibt jedem eine eigene Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Opens the folder of each copy that need not stay. Deleting them is up to you.</source>
        <translation>Öffnet den Ordner jeder Kopie, die nicht bleiben muss. Löschen bleibt Ihnen überlassen.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Copy paths</source>
        <translation>Pfade kopieren</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>%1 (%2; turned back to compare)</source>
        <translation>%1 (%2; zum Vergleich zurückgedreht)</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Nearly identical</source>
        <translation>Fast gleich</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Resized, compressed, touched up</source>
        <translation>Skaliert oder retuschiert</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Cropped a little</source>
        <translation>Etwas beschnitten</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Anything similar</source>
        <translation>Skaliert, komprimiert oder retuschiert</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Groups of duplicates</source>
        <translation>Gruppen von Duplikaten</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Which groups are shown</source>
        <translation>Welche Gruppen angezeigt werden</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>All groups</source>
        <translation>Alle Gruppen</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>How similar pictures have to be</source>
        <translation>Wie ähnlich sich Bilder sein müssen</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Options further down find more pictures, but also more false matches.</source>
        <translation>Weiter unten wird mehr gefunden, aber auch mehr Falsches.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Larder only lists them. Your pictures and captions are never changed, moved or deleted.</source>
        <translation>Larder listet sie nur auf. Bilder und Captions werden nie geändert, verschoben oder gelöscht.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Look for similar pictures</source>
        <translation>Ähnliche Bilder suchen</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Look for duplicates</source>
        <translation>Duplikate suchen</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Looking for duplicates…</source>
        <translation>Duplikate werden gesucht…</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Find similar pictures</source>
        <translation>Ähnliche finden</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Reads every picture once and remembers the result. Finds copies that were resized, cropped, compressed again, touched up, mirrored or rotated.</source>
        <translation>Liest jedes Bild einmal und merkt sich das Ergebnis. Findet skalierte, beschnittene, neu komprimierte, retuschierte, gespiegelte oder gedrehte Kopien.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>%1 has no duplicate.</source>
        <translation>%1 hat kein Duplikat.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>“Find similar pictures” also finds copies that only look alike.</source>
        <translation>„Ähnliche finden“ findet auch Kopien, die nur ähnlich aussehen.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>No groups of this kind.</source>
        <translation>Keine Gruppen dieser Art.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>No duplicates.</source>
        <translation>Keine Duplikate.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>No two pictures or captions have the same content. “Find similar pictures” also finds copies that were resized, cropped, compressed again, mirrored or rotated.</source>
        <translation>Keine zwei Bilder oder Captions haben denselben Inhalt. „Ähnliche finden“ findet auch skalierte, beschnittene, neu komprimierte, gespiegelte oder gedrehte Kopien.</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>No duplicates and no similar pictures.</source>
        <translation>Keine Duplikate und keine ähnlichen Bilder.</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Entries as pictures</source>
        <translation>Einträge als Bilder</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Show as rows</source>
        <translation>Als Zeilen anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Show as cards, a picture with its caption</source>
        <translation>Als Karten zeigen: ein Bild mit seiner Caption</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Size of pictures</source>
        <translation>Größe der Bilder</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Size of pictures: at the left a list. Ctrl and the wheel change it, too.</source>
        <translation>Größe der Bilder: ganz links eine Liste. Strg und Mausrad ändern sie auch.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/entries_page.py"/>
        <source>%Ln entries selected</source>
        <translation><numerusform>%Ln Eintrag ausgewählt</numerusform><numerusform>%Ln Einträge ausgewählt</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Copied the first %1 of %2 rows.</source>
        <translation>Die ersten %1 von %2 Zeilen kopiert.</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Export table… saves all of them.</source>
        <translation>„Tabelle exportieren…“ speichert alle.</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>The table could not be sorted.</source>
        <translation>Die Tabelle ließ sich nicht sortieren.</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Rescan to read it again.</source>
        <translation>Neu einlesen, um sie noch einmal zu lesen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/entries_page.py"/>
        <source>%1 of %Ln entries</source>
        <translation><numerusform>%1 von %Ln Eintrag</numerusform><numerusform>%1 von %Ln Einträgen</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>No entries yet.</source>
        <translation>Noch keine Einträge.</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Nothing in %2 matches “%1”.</source>
        <translation>In %2 passt nichts zu „%1“.</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>No entry matches “%1”.</source>
        <translation>Kein Eintrag passt zu „%1“.</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Clear filter</source>
        <translation>Filter zurücksetzen</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Nothing is cached, and this config needs no cached files.</source>
        <translation>Nichts ist gecacht, und diese Config braucht keine Cache-Dateien.</translation>
    </message>
    <message>
        <location filename="../../app/views/file_list.py"/>
        <source>Show files with which the same is done</source>
        <translation>Dateien zeigen, mit denen dasselbe geschieht</translation>
    </message>
    <message>
        <location filename="../../app/views/file_list.py"/>
        <source>Search names</source>
        <translation>Namen suchen</translation>
    </message>
    <message>
        <location filename="../../app/views/file_list.py"/>
        <source>Everything · %1</source>
        <translation>Alles · %1</translation>
    </message>
    <message>
        <location filename="../../app/views/file_list.py"/>
        <source>No file matches.</source>
        <translation>Keine Datei passt dazu.</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Filter: name  state:edited  kind:text  size:&gt;10MB</source>
        <translation>Filter: Name  state:edited  kind:text  size:&gt;10MB</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Filter entries</source>
        <translation>Einträge filtern</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Saved filters</source>
        <translation>Gespeicherte Filter</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Save this filter…</source>
        <translation>Diesen Filter speichern…</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Save this filter</source>
        <translation>Diesen Filter speichern</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Name of the filter:</source>
        <translation>Name des Filters:</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Made with</source>
        <translation>Erstellt mit</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Nothing is selected.</source>
        <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Select a picture or caption to see it, its state, and the reason for it.</source>
        <translation>Ein Bild oder eine Caption auswählen, um es mit Zustand und Grund zu sehen.</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>No picture of this file.</source>
        <translation>Kein Bild dieser Datei.</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>No entry uses this file.</source>
        <translation>Kein Eintrag benutzt diese Datei.</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Select one of its files to see it.</source>
        <translation>Eine ihrer Dateien auswählen, um sie zu sehen.</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Inspect</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Nothing to inspect.</source>
        <translation>Nichts anzusehen.</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Its cached file is missing from the disk.</source>
        <translation>Die Cache-Datei fehlt auf dem Datenträger.</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>The VAE is being loaded…</source>
        <translation>Der VAE wird geladen…</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>%1 in %2 files</source>
        <translation>%1 in %2 Dateien</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>%1 in one file</source>
        <translation>%1 in einer Datei</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>All of its cached files are missing from the disk.</source>
        <translation>Alle ihre Cache-Dateien fehlen auf dem Datenträger.</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Pausing after this item…</source>
        <translation>Pausiert nach diesem Element…</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Stopping after this item…</source>
        <translation>Stoppt nach diesem Element…</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/jobs_panel.py"/>
        <source>%Ln items failed</source>
        <translation><numerusform>%Ln Element fehlgeschlagen</numerusform><numerusform>%Ln Elemente fehlgeschlagen</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>finished items are saved</source>
        <translation>fertige Elemente sind gespeichert</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>%1 s each</source>
        <translation>je %1 s</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>about %1 left</source>
        <translation>noch etwa %1</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Cancel %1</source>
        <translation>%1 abbrechen</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Resume %1</source>
        <translation>%1 fortsetzen</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Pause %1</source>
        <translation>%1 pausieren</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Stop now</source>
        <translation>Sofort stoppen</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>The current item is discarded; finished items are kept.</source>
        <translation>Das laufende Element wird verworfen; fertige bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>No job has run yet.</source>
        <translation>Noch lief kein Auftrag.</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Hide earlier jobs</source>
        <translation>Frühere Aufträge verbergen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Show %Ln earlier jobs</source>
        <translation><numerusform>%Ln früheren Auftrag anzeigen</numerusform><numerusform>%Ln frühere Aufträge anzeigen</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Empty…</source>
        <translation>Leeren…</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Deletes the files of the selected clean for good.</source>
        <translation>Löscht die Dateien des ausgewählten Aufräumens endgültig.</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Empty all…</source>
        <translation>Alle leeren…</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Deletes every file in quarantine for good.</source>
        <translation>Löscht jede Datei in Quarantäne endgültig.</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Select what to undo.</source>
        <translation>Auswählen, was rückgängig gemacht werden soll.</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Parts of the selected action</source>
        <translation>Teile der ausgewählten Aktion</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Read the journal</source>
        <translation>Das Journal lesen</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Reading the journal…</source>
        <translation>Das Journal wird gelesen…</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Nothing has been done to these caches yet.</source>
        <translation>An diesen Caches wurde noch nichts getan.</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Every build, clean, import and undo will be listed here. Files that a clean or a build removes are kept until you restore or delete them.</source>
        <translation>Hier steht künftig jedes Erstellen, Aufräumen, Importieren und Rückgängigmachen. Dateien, die dabei entfernt werden, bleiben erhalten, bis sie wiederhergestellt oder gelöscht werden.</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>They cannot be restored afterwards.</source>
        <translation>Danach lassen sie sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>Only one file can be dropped here: a config (.json, .toml, .yaml), a folder with caches, or an exported cache (.zip).</source>
        <translation>Hier kann nur eines abgelegt werden: eine Config (.json, .toml, .yaml), ein Ordner mit Caches oder ein exportierter Cache (.zip).</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>Drop to import the exported cache %1. It stays where it is.</source>
        <translation>Ablegen, um den exportierten Cache %1 zu importieren. Er bleibt, wo er ist.</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>Drop to open %1. It stays where it is.</source>
        <translation>Ablegen, um %1 zu öffnen. Das Original bleibt, wo es ist.</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>Toolbar</source>
        <translation>Werkzeugleiste</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>The workspace %1 stays open.</source>
        <translation>Der Arbeitsbereich %1 bleibt offen.</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>By picture</source>
        <translation>Nach Bild</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>By caption</source>
        <translation>Nach Caption</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>By both</source>
        <translation>Nach beidem</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those that look alike are near each other.</source>
        <translation><numerusform>%Ln Bild.</numerusform><numerusform>%Ln Bilder: Ähnliche liegen nahe beieinander.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those with similar captions are near each other.</source>
        <translation><numerusform>%Ln Bild: Bilder mit ähnlichen Captions liegen nah beieinander.</numerusform><numerusform>%Ln Bilder: Die mit ähnlichen Captions liegen nah beieinander.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those with similar pictures and captions are near each other.</source>
        <translation><numerusform>%Ln Bild: Ähnliche Bilder mit ähnlichen Captions liegen nah beieinander.</numerusform><numerusform>%Ln Bilder: Ähnliche mit ähnlichen Captions liegen nah beieinander.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Nearly the same as another</source>
        <translation>Fast gleich einem anderen</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Show rings</source>
        <translation>Ringe anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Pictures with a ring</source>
        <translation>Bilder mit Ring</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>pictures from the map</source>
        <translation>Bilder von der Karte</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Arrange pictures</source>
        <translation>Bilder anordnen</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Colour: %1</source>
        <translation>Farbe: %1</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>List the pictures with a ring again.</source>
        <translation>Die Bilder mit Ring wieder auflisten.</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Draw the map</source>
        <translation>Karte zeichnen</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Looking up what is known about these pictures…</source>
        <translation>Bekanntes zu diesen Bildern wird gesucht…</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Points appear as they are read.</source>
        <translation>Punkte erscheinen, sobald sie gelesen sind.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln have a ring: unlike all others, or nearly the same as another.</source>
        <translation><numerusform>%Ln hat einen Ring: allen anderen unähnlich oder fast gleich mit einem anderen.</numerusform><numerusform>%Ln haben einen Ring: allen anderen unähnlich oder fast gleich mit einem anderen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>The map was stopped before pictures were compared.</source>
        <translation>Die Karte wurde gestoppt, bevor die Bilder verglichen waren.</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>See your pictures as a map: those that look alike are near each other.</source>
        <translation>Die Bilder als Karte sehen: Ähnliche liegen nah beieinander.</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Larder reads their cached files once, which usually takes %1.</source>
        <translation>Larder liest ihre Cache-Dateien einmal; das dauert meist %1.</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>No model is loaded. No cache and none of your files is changed; Larder remembers in its own folder what it read.</source>
        <translation>Es wird kein Modell geladen. Kein Cache und keine Ihrer Dateien wird verändert; Larder merkt sich im eigenen Ordner, was es gelesen hat.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln cached files cannot be read, so there is no map.</source>
        <translation><numerusform>%Ln Cache-Datei kann nicht gelesen werden, also gibt es keine Karte.</numerusform><numerusform>%Ln Cache-Dateien können nicht gelesen werden, also gibt es keine Karte.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>One picture is cached. A map needs two or more.</source>
        <translation>Ein Bild ist gecacht. Eine Karte braucht mindestens zwei.</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>None of these pictures is cached yet.</source>
        <translation>Von diesen Bildern ist noch nichts gecacht.</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Once they are cached, this page shows which of them look alike.</source>
        <translation>Sobald sie gecacht sind, zeigt diese Seite, welche sich ähneln.</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Map of pictures</source>
        <translation>Karte der Bilder</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Most like %1</source>
        <translation>Am ähnlichsten zu %1</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Choose a picture to list similar ones</source>
        <translation>Ein Bild wählen, um ähnliche aufzulisten</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>More to do</source>
        <translation>Weitere Schritte</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>What to do next</source>
        <translation>Was als Nächstes zu tun ist</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>Show %1 more</source>
        <translation>%1 weitere anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>What you changed</source>
        <translation>Ihre Änderungen</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>Show all changes</source>
        <translation>Alle Änderungen anzeigen</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>names and dates</source>
        <translation>nach Name und Datum</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>every source file read</source>
        <translation>jede Quelldatei gelesen</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>every cached file read</source>
        <translation>jede Cache-Datei gelesen</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln out of date</source>
        <translation><numerusform>%Ln veraltet</numerusform><numerusform>%Ln veraltet</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln not cached yet</source>
        <translation><numerusform>%Ln noch nicht gecacht</numerusform><numerusform>%Ln noch nicht gecacht</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln whose file was deleted</source>
        <translation><numerusform>%Ln mit gelöschter Datei</numerusform><numerusform>%Ln mit gelöschter Datei</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln renamed</source>
        <translation><numerusform>%Ln umbenannt</numerusform><numerusform>%Ln umbenannt</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln out of reach</source>
        <translation><numerusform>%Ln nicht erreichbar</numerusform><numerusform>%Ln nicht erreichbar</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln files no longer needed</source>
        <translation><numerusform>%Ln nicht mehr benötigte Datei</numerusform><numerusform>%Ln nicht mehr benötigte Dateien</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Surveyed %1 (%2)</source>
        <translation>Bestandsaufnahme %1 (%2)</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>%1 cannot be reached.</source>
        <translation>%1 ist nicht erreichbar.</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Some folders with your files cannot be reached.</source>
        <translation>Einige Ordner mit eigenen Dateien sind nicht erreichbar.</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Larder changes nothing in this cache until its index can be read.</source>
        <translation>Larder ändert nichts in diesem Cache, bis sich sein Index lesen lässt.</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Repair copies the readable entries into a new index and keeps the damaged file.</source>
        <translation>Eine Reparatur kopiert die lesbaren Einträge in einen neuen Index und behält die beschädigte Datei.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>Found %Ln cached files without an index.</source>
        <translation><numerusform>%Ln Cache-Datei ohne Index gefunden.</numerusform><numerusform>%Ln Cache-Dateien ohne Index gefunden.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Those whose pictures and captions exist can be relinked.</source>
        <translation>Die, deren Bilder und Captions vorhanden sind, lassen sich wieder zuordnen.</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>A trainer seems to be running here.</source>
        <translation>Hier scheint ein Trainer zu laufen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln source files would stop training.</source>
        <translation><numerusform>%Ln Quelldatei würde das Training abbrechen.</numerusform><numerusform>%Ln Quelldateien würden das Training abbrechen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln problems would stop training.</source>
        <translation><numerusform>%Ln Problem würde das Training abbrechen.</numerusform><numerusform>%Ln Probleme würden das Training abbrechen.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>No pictures and no cache were found.</source>
        <translation>Weder Bilder noch ein Cache wurden gefunden.</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Check the concepts&apos; folders in the config.</source>
        <translation>Die Ordner der Konzepte in der Config prüfen.</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln pictures, nothing cached yet.</source>
        <translation><numerusform>%Ln Bild, noch nichts gecacht.</numerusform><numerusform>%Ln Bilder, noch nichts gecacht.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>The trainer caches them when it starts.</source>
        <translation>Der Trainer cacht sie beim Start.</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>The trainer caches them when it starts, or you build them now.</source>
        <translation>Der Trainer cacht sie beim Start, oder sie werden jetzt erstellt.</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Everything is cached and up to date (checked %1).</source>
        <translation>Alles ist gecacht und aktuell (geprüft %1).</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln source files would not be trained correctly.</source>
        <translation><numerusform>%Ln Quelldatei würde nicht richtig trainiert.</numerusform><numerusform>%Ln Quelldateien würden nicht richtig trainiert.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln problems affect training.</source>
        <translation><numerusform>%Ln Problem beeinträchtigt das Training.</numerusform><numerusform>%Ln Probleme beeinträchtigen das Training.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>The trainer starts without encoding.</source>
        <translation>Der Trainer startet, ohne zu encodieren.</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Surveying…</source>
        <translation>Bestand wird aufgenommen…</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>Problems (%1)</source>
        <translation>Probleme (%1)</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>Looking for problems…</source>
        <translation>Es wird nach Problemen gesucht…</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>Nothing has to be built or cleaned.</source>
        <translation>Nichts muss erstellt oder aufgeräumt werden.</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>You have to fix the listed problems yourself.</source>
        <translation>Die aufgeführten Probleme müssen Sie selbst beheben.</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>No problems were found.</source>
        <translation>Keine Probleme gefunden.</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>Select a problem to see how to fix it.</source>
        <translation>Ein Problem auswählen, um zu sehen, wie es sich beheben lässt.</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Quit Larder?</source>
        <translation>Larder beenden?</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Finished items are kept. A stopped build can be resumed the next time its workspace is opened.</source>
        <translation>Fertige Elemente bleiben erhalten. Ein gestoppter Build kann fortgesetzt werden, wenn sein Arbeitsbereich das nächste Mal geöffnet wird.</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Finish, then quit</source>
        <translation>Fertig machen, dann beenden</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Stop after this item and quit</source>
        <translation>Nach diesem Element stoppen und beenden</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Quit now</source>
        <translation>Jetzt beenden</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Close the workspace?</source>
        <translation>Den Arbeitsbereich schließen?</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>The job can finish with the workspace closed; the start page shows its progress. Finished items are kept, and a stopped build can be resumed the next time the workspace is opened.</source>
        <translation>Der Auftrag kann bei geschlossenem Arbeitsbereich fertig werden; die Startseite zeigt den Fortschritt. Fertige Elemente bleiben erhalten, und ein gestoppter Build kann beim nächsten Öffnen fortgesetzt werden.</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Close, and let it finish</source>
        <translation>Schließen und fertig machen lassen</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Stop after this item and close</source>
        <translation>Nach diesem Element stoppen und schließen</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Close the workspace</source>
        <translation>Den Arbeitsbereich schließen</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Keep open</source>
        <translation>Offen lassen</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>All jobs are done.</source>
        <translation>Alle Aufträge sind fertig.</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Larder quits as soon as this is done.</source>
        <translation>Larder beendet sich, sobald dies fertig ist.</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Stopping after the current item…</source>
        <translation>Wird nach dem laufenden Element gestoppt…</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/quit_dialog.py"/>
        <source>%Ln jobs are still running.</source>
        <translation><numerusform>%Ln Auftrag läuft noch.</numerusform><numerusform>%Ln Aufträge laufen noch.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Larder stays open if something goes wrong.</source>
        <translation>Larder bleibt offen, wenn etwas schiefgeht.</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>A check ends when its workspace is closed. Only its time is lost.</source>
        <translation>Eine Prüfung endet, wenn ihr Arbeitsbereich geschlossen wird. Verloren geht nur ihre Zeit.</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>none in this config</source>
        <translation>keines aus dieser Config</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>Made from</source>
        <translation>Erstellt aus</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>Cached %1.</source>
        <translation>Gecacht %1.</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>The file was changed after that, %1.</source>
        <translation>Die Datei wurde danach geändert, %1.</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>The file was last changed %1.</source>
        <translation>Die Datei wurde zuletzt %1 geändert.</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>one value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>mean %1</source>
        <translation>Mittel %1</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>σ %1</source>
        <translation>σ %1</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 zero</source>
        <translation>%1 null</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>begins with %1</source>
        <translation>beginnt mit %1</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 NaN</source>
        <translation>%1 NaN</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 infinite</source>
        <translation>%1 unendlich</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>all zero</source>
        <translation>alles null</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1, now %2</source>
        <translation>%1, jetzt %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 · %Ln cached files</source>
        <translation><numerusform>%1 · %Ln Cache-Datei</numerusform><numerusform>%1 · %Ln Cache-Dateien</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1, then called %2</source>
        <translation>%1, damals %2 genannt</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>See what your trainer has cached, what needs rebuilding and why, and clean up without losing good work. Your pictures and captions are never changed.</source>
        <translation>Sehen, was der Trainer gecacht hat, was veraltet ist und warum, und aufräumen, ohne gute Arbeit zu verlieren. Bilder und Captions werden nie geändert.</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>Choose a OneTrainer config (in its folder training_presets), a config of another trainer or a folder with caches, or drop one here.</source>
        <translation>Eine OneTrainer-Config (im Ordner training_presets), die Config eines anderen Trainers oder einen Ordner mit Caches wählen oder hierher ziehen.</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>Open the sample with released OneTrainer&apos;s cache</source>
        <translation>Beispiel mit dem Cache des veröffentlichten OneTrainer öffnen</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>Make a cache from your own pictures, sounds or texts…</source>
        <translation>Einen Cache aus eigenen Bildern, Tönen oder Texten erstellen…</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>Table for spreadsheet programs (*.csv)</source>
        <translation>Tabelle für Tabellenprogramme (*.csv)</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>List for scripts (*.json)</source>
        <translation>Liste für Skripte (*.json)</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>Export selected rows</source>
        <translation>Ausgewählte Zeilen exportieren</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>Export table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/table_file.py"/>
        <source>Exported %Ln rows.</source>
        <translation><numerusform>%Ln Zeile exportiert.</numerusform><numerusform>%Ln Zeilen exportiert.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/training_bar.py"/>
        <source>What training would get wrong (%1)</source>
        <translation>Was das Training falsch machen würde (%1)</translation>
    </message>
    <message>
        <location filename="../../app/views/training_bar.py"/>
        <source>Read everything (%1)</source>
        <translation>Alles lesen (%1)</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/training_bar.py"/>
        <source>%Ln cached files were checked.</source>
        <translation><numerusform>%Ln Cache-Datei geprüft.</numerusform><numerusform>%Ln Cache-Dateien geprüft.</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/training_bar.py"/>
        <source>Dates and settings show no problem. Read everything to be sure.</source>
        <translation>Datum und Einstellungen zeigen kein Problem. Alles lesen, um sicher zu sein.</translation>
    </message>
    <message>
        <location filename="../../app/views/training_bar.py"/>
        <source>No training problems were found.</source>
        <translation>Keine Probleme für das Training gefunden.</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>No budget is set.</source>
        <translation>Kein Budget ist festgelegt.</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>No use has been recorded yet.</source>
        <translation>Noch ist keine Benutzung aufgezeichnet.</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>%1 of %2 requested files were in the cache.</source>
        <translation>%1 von %2 angeforderten Dateien waren im Cache.</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Of budget</source>
        <translation>Vom Budget</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Hits</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Misses</source>
        <translation>Fehlzugriffe</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Hit rate</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Last used</source>
        <translation>Zuletzt benutzt</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Caches of your own files</source>
        <translation>Caches eigener Dateien</translation>
    </message>
    <message>
        <location filename="../../app/views/workspace_tree.py"/>
        <source>Found caches</source>
        <translation>Gefundene Caches</translation>
    </message>
    <message>
        <location filename="../../app/views/workspace_tree.py"/>
        <source>Concepts and caches</source>
        <translation>Konzepte und Caches</translation>
    </message>
    <message>
        <location filename="../../app/views/wrong_pair.py"/>
        <source>Your file</source>
        <translation>Eigene Datei</translation>
    </message>
    <message>
        <location filename="../../app/views/wrong_pair.py"/>
        <source>Trained instead</source>
        <translation>Stattdessen trainiert</translation>
    </message>
    <message>
        <location filename="../../app/views/wrong_pair.py"/>
        <source>%1 would be trained as %2</source>
        <translation>%1 würde als %2 trainiert</translation>
    </message>
    <message>
        <location filename="../../app/widgets/rows_table.py"/>
        <source>Export selected rows…</source>
        <translation>Ausgewählte Zeilen exportieren…</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <location filename="../../core/background.py"/>
        <source>looking at files</source>
        <translation>Dateien werden angesehen</translation>
    </message>
    <message>
        <location filename="../../core/background.py"/>
        <source>a drive gives no answer</source>
        <translation>ein Laufwerk antwortet nicht</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>The index of {path} changed after the survey.</source>
        <translation>Der Index von {path} hat sich nach der Bestandsaufnahme geändert.</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>Survey again.</source>
        <translation>Bestand neu aufnehmen.</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>Without the text encoder&apos;s tokenizer, the prompt cannot be recognised: {problem}</source>
        <translation>Ohne den Tokenizer des Text-Encoders ist der Prompt nicht zu erkennen: {problem}</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>{value} was encoded with {other}; this build uses {model}.</source>
        <translation>{value} wurde mit {other} encodiert; jetzt wird {model} benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>{value} were encoded with {other}; this build uses {model}.</source>
        <translation>{value} wurden mit {other} encodiert; jetzt wird {model} benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/build/file_list.py"/>
        <source>Cached file {slot}</source>
        <translation>Cache-Datei {slot}</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>It is a video, and Larder encodes pictures only.</source>
        <translation>Es ist ein Video, und Larder encodiert nur Bilder.</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>Without a caption file a trainer uses a blank embedding; write one to build.</source>
        <translation>Ohne Caption-Datei nimmt ein Trainer ein leeres Embedding; zum Erstellen eine Caption-Datei anlegen.</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>planning</source>
        <translation>Planen</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>It cannot be read: {reason}.</source>
        <translation>Es ist nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>It cannot be read: {name}: {reason}.</source>
        <translation>Kann nicht gelesen werden: {name}: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/row_writer.py"/>
        <source>building pictures</source>
        <translation>Bilder werden erstellt</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/row_writer.py"/>
        <source>building captions</source>
        <translation>Captions werden erstellt</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/sidecars.py"/>
        <source>looking at masks</source>
        <translation>Masken werden angesehen</translation>
    </message>
    <message>
        <location filename="../../core/build/large_pictures.py"/>
        <source>{largest} has {width} × {height} pixels and takes about {memory} of memory while it is encoded.</source>
        <translation>{largest} hat {width} × {height} Pixel und braucht etwa {memory} Arbeitsspeicher, während es encodiert wird.</translation>
    </message>
    <message>
        <location filename="../../core/build/large_pictures.py"/>
        <source>Pictures of this size are decoded one at a time; save it at a smaller size if there is not enough memory.</source>
        <translation>Bilder dieser Größe werden einzeln decodiert; das Bild kleiner speichern, wenn der Arbeitsspeicher nicht reicht.</translation>
    </message>
    <message>
        <location filename="../../core/build/left_to_trainer.py"/>
        <source>An index is damaged, and nothing is built before it is repaired.</source>
        <translation>Ein Index ist beschädigt; bevor er repariert ist, wird nichts erstellt.</translation>
    </message>
    <message>
        <location filename="../../core/build/left_to_trainer.py"/>
        <source>The trainer of this config does not fill it.</source>
        <translation>Der Trainer dieser Config füllt ihn nicht.</translation>
    </message>
    <message>
        <location filename="../../core/build/left_to_trainer.py"/>
        <source>The picture size of {name} cannot be determined: {reason}.</source>
        <translation>Die Bildgröße von {name} lässt sich nicht bestimmen: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/build/left_to_trainer.py"/>
        <source>{name} asks for {asked}, which Larder does not support.</source>
        <translation>{name} verlangt {asked}, was Larder nicht kann.</translation>
    </message>
    <message>
        <location filename="../../core/build/out_of_reach.py"/>
        <source>Connect its drive; its cached files are kept.</source>
        <translation>Das Laufwerk anschließen; seine Cache-Dateien bleiben erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/build/payload_identity.py"/>
        <source>of another model type</source>
        <translation>eines anderen Modelltyps</translation>
    </message>
    <message>
        <location filename="../../core/build/payload_totals.py"/>
        <source>counting</source>
        <translation>Zählen</translation>
    </message>
    <message>
        <location filename="../../core/build/payload_types.py"/>
        <source>the config</source>
        <translation>die Config</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>The device has too little memory for a single item: {full}.</source>
        <translation>Das Gerät hat zu wenig Speicher für ein einziges Element: {full}.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>The encoder fails on every input: {error}.</source>
        <translation>Der Encoder scheitert an jeder Eingabe: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>Check that the model fits the config&apos;s model type.</source>
        <translation>Prüfen, ob das Modell zum Modelltyp der Config passt.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>It cannot be encoded: {error}.</source>
        <translation>Es lässt sich nicht encodieren: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>The encoder does not make {missing}, which the config needs.</source>
        <translation>Der Encoder liefert {missing} nicht, was die Config braucht.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>The encoder returned unusable values: {bad}.</source>
        <translation>Der Encoder hat keine brauchbaren Werte geliefert: {bad}.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>The number of graphics cards here is {there}, not {cards}.</source>
        <translation>Hier gibt es {there} Grafikkarten, nicht {cards}.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>Two workers encode with different models or versions: {differs}.</source>
        <translation>Zwei Arbeitsprozesse encodieren mit verschiedenen Modellen oder Versionen: {differs}.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>Install the same versions and models on each machine.</source>
        <translation>Auf jedem Rechner dieselben Versionen und Modelle installieren.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>It cannot be encoded: the worker process ended while encoding it. {why}</source>
        <translation>Es lässt sich nicht encodieren: Der Arbeitsprozess ist dabei abgestürzt. {why}</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>The workers ended before they encoded anything. {lost}</source>
        <translation>Die Arbeitsprozesse endeten, bevor sie etwas encodiert hatten. {lost}</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>All workers have ended, and there is too little memory to start another.</source>
        <translation>Alle Arbeitsprozesse sind beendet, und für einen neuen fehlt der Speicher.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>Finished files are kept; build again when there is enough memory.</source>
        <translation>Fertige Dateien bleiben erhalten; noch einmal erstellen, sobald genug Arbeitsspeicher da ist.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/pieces.py"/>
        <source>It changed while it was being built.</source>
        <translation>Es hat sich beim Erstellen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/pieces.py"/>
        <source>It no longer exists.</source>
        <translation>Sie ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/pieces.py"/>
        <source>It was added while the build ran.</source>
        <translation>Sie kam hinzu, während der Build lief.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/writing.py"/>
        <source>The disk of {store} is nearly full: {free} bytes are free, which are left for the index.</source>
        <translation>Der Datenträger von {store} ist fast voll: {free} Bytes sind frei und bleiben für den Index.</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/writing.py"/>
        <source>{name} is not a cached file of this cache.</source>
        <translation>{name} ist keine Cache-Datei dieses Caches.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>copied from cache.json</source>
        <translation>aus cache.json kopiert</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>left as they are</source>
        <translation>bleiben, wie sie sind</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>to encode</source>
        <translation>zu encodieren</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>from identical content</source>
        <translation>von gleichem Inhalt</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>only get another mask</source>
        <translation>nur mit anderer Maske</translation>
    </message>
    <message>
        <location filename="../../core/build/released/planning.py"/>
        <source>A group is written as a whole, and {count} of its files are not cached yet; a build of only what needs rebuilding does not build them.</source>
        <translation>Eine Gruppe wird als Ganzes geschrieben, und {count} ihrer Dateien sind noch nicht gecacht; ein Build, der nur Veraltetes neu erstellt, erstellt sie nicht.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/planning.py"/>
        <source>For {count} of the cached files that a trainer made, it is not recorded what they contain, so Larder cannot tell whether they need rebuilding.</source>
        <translation>Bei {count} der von einem Trainer erstellten Cache-Dateien ist nicht aufgezeichnet, was sie enthalten; Larder kann also nicht sagen, ob sie veraltet sind.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>The file, or its mask, is newer than its cached file.</source>
        <translation>Die Datei oder ihre Maske ist neuer als ihre Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It was cached at another size than the picture has now.</source>
        <translation>Es wurde in anderer Größe gecacht, als das Bild jetzt hat.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It was made from a picture of another size.</source>
        <translation>Es wurde aus einem Bild anderer Größe erstellt.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It lacks values that this config caches, or cannot be read.</source>
        <translation>Ihm fehlen Werte, die diese Config cacht, oder es ist nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It is damaged.</source>
        <translation>Sie ist beschädigt.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It contains values that no encoder produces.</source>
        <translation>Sie enthält Werte, die kein Encoder liefert.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It was cached with a mask, and the picture has none now.</source>
        <translation>Es wurde mit Maske gecacht, und das Bild hat jetzt keine.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>No existing caption gives the tokens that it contains.</source>
        <translation>Keine vorhandene Caption ergibt die Token darin.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>recognising cached files</source>
        <translation>Cache-Dateien werden wiedererkannt</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>reading the other layout</source>
        <translation>Das andere Layout wird gelesen</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>has no seed, so the trainer draws another one at each start and never finds its cache. Save the concept in OneTrainer once; it then has one.</source>
        <translation>hat keinen Seed; der Trainer zieht bei jedem Start einen anderen und findet seinen Cache nie wieder. Das Konzept in OneTrainer einmal speichern, dann hat es einen.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>has the folder and settings of a training concept, whose cache it would share.</source>
        <translation>hat Ordner und Einstellungen eines Trainingskonzepts und würde sich dessen Cache teilen.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>A group is written whole, and {what} cannot be read.</source>
        <translation>Eine Gruppe wird als Ganzes geschrieben, und {what} ist nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>A group is written whole, and a folder of its pictures {why}.</source>
        <translation>Eine Gruppe wird als Ganzes geschrieben, und ein Ordner ihrer Bilder {why}.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>{name} has the folder and settings of a training concept, whose cache it would share.</source>
        <translation>{name} hat Ordner und Einstellungen eines Trainingskonzepts und würde sich dessen Cache teilen.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>{name} has no seed, so the trainer draws another one at each start and never finds its cache. Save the concept in OneTrainer once; it then has one.</source>
        <translation>{name} hat keinen Seed; der Trainer zieht bei jedem Start einen anderen und findet seinen Cache nie wieder. Das Konzept in OneTrainer einmal speichern, dann hat es einen.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>The folder of its group cannot be read: {problem}.</source>
        <translation>Der Ordner seiner Gruppe ist nicht lesbar: {problem}.</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>one of its files or folders</source>
        <translation>eine ihrer Dateien oder einer ihrer Ordner</translation>
    </message>
    <message>
        <location filename="../../core/build/reports.py"/>
        <source>{first} cannot be read.</source>
        <translation>{first} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <location filename="../../core/build/reports.py"/>
        <source>{first} and {pluralize} cannot be read.</source>
        <translation>{first} und {pluralize} können nicht gelesen werden.</translation>
    </message>
    <message>
        <location filename="../../core/build/reports.py"/>
        <source>other file</source>
        <translation>weitere Datei</translation>
    </message>
    <message>
        <location filename="../../core/build/reports.py"/>
        <source>OneTrainer finds cached files by position and counts every picture of a concept, so the rest of the concept cannot be built without it. Repair the file or move it out of the concept&apos;s folder, then build again.</source>
        <translation>OneTrainer findet Cache-Dateien nach ihrer Position und zählt jedes Bild eines Konzepts. Darum lässt sich der Rest des Konzepts ohne diese Datei nicht erstellen. Die Datei reparieren oder aus dem Ordner des Konzepts verschieben, dann noch einmal erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>Nothing has to be built for it any more.</source>
        <translation>Dafür muss nichts mehr erstellt werden.</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>It changed after the plan was made.</source>
        <translation>Es hat sich nach dem Planen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>The other layout has less of it than when the plan was made.</source>
        <translation>Im anderen Layout ist weniger davon vorhanden als beim Planen.</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>What it has to contain changed after the plan was made.</source>
        <translation>Was es enthalten muss, hat sich nach dem Planen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>More of it is missing than when the plan was made.</source>
        <translation>Es fehlt mehr davon als beim Planen.</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>Pictures and captions are written together, and those of the other cache stay as they are.</source>
        <translation>Bilder und Captions werden zusammen geschrieben, und die des anderen Caches bleiben, wie sie sind.</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>A group is written whole, and some of it would have to be encoded: {rest}</source>
        <translation>Eine Gruppe wird als Ganzes geschrieben, und ein Teil davon müsste encodiert werden: {rest}</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>They would have to be encoded: {rest}</source>
        <translation>Sie müssten encodiert werden: {rest}</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>A build needs the config that you train with.</source>
        <translation>Ein Build braucht die Config, mit der trainiert wird.</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>A trainer would use no cache: {unwanted}.</source>
        <translation>Ein Trainer würde keinen Cache benutzen: {unwanted}.</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>Switch caching on in the trainer&apos;s config to build.</source>
        <translation>In der Config des Trainers das Caching einschalten, um zu erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>None of the caches of this workspace is one that the config&apos;s trainer fills.</source>
        <translation>Keinen der Caches dieses Arbeitsbereichs füllt der Trainer dieser Config.</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>Open the config itself.</source>
        <translation>Die Config selbst öffnen.</translation>
    </message>
    <message>
        <location filename="../../core/build/trial.py"/>
        <source>measuring</source>
        <translation>Messen</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>It was deleted after the plan was made.</source>
        <translation>Es wurde nach dem Planen gelöscht.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>building pixels</source>
        <translation>Pixel werden erstellt</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>building features</source>
        <translation>Merkmale werden erstellt</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>building waveforms</source>
        <translation>Wellenformen werden erstellt</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>building tokens</source>
        <translation>Token werden erstellt</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>Its cached file is {error}.</source>
        <translation>Die Cache-Datei ist {error}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>It takes {bytes} bytes, more than the budget of the whole cache.</source>
        <translation>Es belegt {bytes} Bytes, mehr als das Budget des ganzen Caches.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>The cache may take {budget} bytes, and the files built from this folder take {taken}.</source>
        <translation>Der Cache darf {budget} Bytes belegen; die aus diesem Ordner erstellten Dateien belegen {taken}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>The encoder {name} has changed since the plan was made.</source>
        <translation>Der Encoder {name} hat sich seit dem Planen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>Plan again.</source>
        <translation>Neu planen.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>{problem} ({more} more of its pieces failed.)</source>
        <translation>{problem} ({more} weitere Teile sind ebenfalls fehlgeschlagen.)</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>The disk of {folder} is nearly full: {free} bytes are free, which are left for the cache&apos;s records.</source>
        <translation>Der Datenträger von {folder} ist fast voll: {free} Bytes sind frei und bleiben für die Aufzeichnungen des Caches.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>loading the encoder</source>
        <translation>Encoder wird geladen</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>It changed or was deleted after the plan was made, or nothing has to be built for it any more.</source>
        <translation>Es wurde nach dem Planen geändert oder gelöscht, oder es muss dafür nichts mehr erstellt werden.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>There are {count} {kind} caches in {opened}.</source>
        <translation>In {opened} gibt es {count} Caches der Art {kind}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Name one of them, for example {path}.</source>
        <translation>Einen davon nennen, zum Beispiel {path}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>There is no {word} cache that is built from files.</source>
        <translation>Es gibt keinen Cache {word}, der aus Dateien erstellt wird.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Use one of {words}.</source>
        <translation>Möglich: {words}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>{opened} is a file, and none of its caches holds such values.</source>
        <translation>{opened} ist eine Datei, und keiner ihrer Caches enthält solche Werte.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Name the folder the cache is to be made in.</source>
        <translation>Den Ordner angeben, in dem der Cache entstehen soll.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>{opened} is a {kind} cache.</source>
        <translation>{opened} ist ein Cache der Art {kind}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Name the folder above it, and the {kind} cache is made beside it.</source>
        <translation>Den Ordner darüber angeben; der Cache {kind} entsteht daneben.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>{folder} exists and is not a {kind} cache.</source>
        <translation>{folder} existiert und ist kein Cache der Art {kind}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Name another folder for the cache.</source>
        <translation>Einen anderen Ordner für den Cache angeben.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>{folder} would be among the sources in {sources}.</source>
        <translation>{folder} wäre mitten unter den Quelldateien in {sources}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>The plan is for another cache than {folder}, which is used today.</source>
        <translation>Der Plan ist für einen anderen Cache als {folder}, der heute benutzt wird.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/planning.py"/>
        <source>looking for cached files</source>
        <translation>Cache-Dateien werden gesucht</translation>
    </message>
    <message>
        <location filename="../../core/build/values/planning.py"/>
        <source>reading files</source>
        <translation>Dateien werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Files that begin with a dot are hidden.</source>
        <translation>Dateien, die mit einem Punkt beginnen, sind verborgen.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>These files have other extensions.</source>
        <translation>Diese Dateien haben andere Endungen.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Masks and conditioning pictures belong to the pictures beside them.</source>
        <translation>Masken und Conditioning-Bilder gehören zu den Bildern, neben denen sie liegen.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Its name is not UTF-8, so it cannot be recorded: rename it.</source>
        <translation>Der Name ist kein UTF-8 und lässt sich nicht aufzeichnen: umbenennen.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>The folder {root} cannot be used.</source>
        <translation>Der Ordner {root} ist nicht benutzbar.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>listing files</source>
        <translation>Dateien werden aufgelistet</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>The folder {root} cannot be listed: {reason}.</source>
        <translation>Der Ordner {root} lässt sich nicht auflisten: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Name a folder that you may read.</source>
        <translation>Einen Ordner angeben, der gelesen werden darf.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>It cannot be listed: {reason}.</source>
        <translation>Es lässt sich nicht auflisten: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>It cannot be accessed.</source>
        <translation>Es ist nicht zugänglich.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>{value} cannot be read: {reason}.</source>
        <translation>{value} ist nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Check its permissions and its drive.</source>
        <translation>Zugriffsrechte und Laufwerk prüfen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/alike.py"/>
        <source>{other} and {name} would be the same file on a system that ignores upper and lower case.</source>
        <translation>{other} und {name} wären auf einem System, das Groß- und Kleinschreibung nicht unterscheidet, dieselbe Datei.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/alike.py"/>
        <source>Rename one of them on the computer that exported the cache, build there, and export again.</source>
        <translation>Eine der beiden auf dem Rechner umbenennen, der den Cache exportiert hat, dort erstellen und neu exportieren.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>An exported cache can contain up to {most_files} files, and this one has {files}.</source>
        <translation>Ein exportierter Cache kann höchstens {most_files} Dateien enthalten, dieser hat {files}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Free some space there, or choose another disk.</source>
        <translation>Dort Platz schaffen oder einen anderen Datenträger wählen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{folder} needs {size}, but only {size2} is free on its disk.</source>
        <translation>{folder} braucht {size}, auf dem Datenträger sind aber nur {size2} frei.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Choose a new file.</source>
        <translation>Eine neue Datei wählen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Choose a new or empty folder.</source>
        <translation>Einen neuen oder leeren Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{target} already exists.</source>
        <translation>{target} gibt es schon.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{target} is not a folder.</source>
        <translation>{target} ist kein Ordner.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{target} is not empty: it contains {min}.</source>
        <translation>{target} ist nicht leer, sondern enthält {min}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{place} is damaged: {damage}. Another copy of it, {copy}, is exported and may be older.</source>
        <translation>{place} ist beschädigt: {damage}. Exportiert wird eine andere Kopie davon, {copy}, die älter sein kann.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Not cached yet: {what}. The first is {names}.</source>
        <translation>Noch nicht im Cache: {what}. Davon zuerst: {names}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Build first: files in the wrong position are moved, not encoded again.</source>
        <translation>Zuerst erstellen: Dateien am falschen Platz werden verschoben, nicht neu encodiert.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>In {pluralize}, {what} would be trained with what was made from another file. The first is {first}.</source>
        <translation>In {pluralize}: {what} würden mit dem trainiert, was aus einer anderen Datei entstand. Davon zuerst: {first}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Build first, or export what is cached.</source>
        <translation>Zuerst erstellen oder exportieren, was gecacht ist.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} changed since the last build: {stale} and others.</source>
        <translation>{pluralize} seit dem letzten Build geändert: {stale} und weitere.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} changed since the last build: {stale}.</source>
        <translation>{pluralize} seit dem letzten Build geändert: {stale}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>and others</source>
        <translation>und weitere</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} would be trained at another size than the config asks for: {other_size} and others.</source>
        <translation>{pluralize} würden in einer anderen Größe trainiert, als die Config verlangt: {other_size} und weitere.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} would be trained at another size than the config asks for: {other_size}.</source>
        <translation>{pluralize} würden in einer anderen Größe trainiert, als die Config verlangt: {other_size}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} cannot be used for training. {said}</source>
        <translation>{pluralize} zum Training unbrauchbar. {said}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/conversion.py"/>
        <source>{path} changed during the export.</source>
        <translation>{path} hat sich während des Exports geändert.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/conversion.py"/>
        <source>Export again when no program writes into it any more.</source>
        <translation>Noch einmal exportieren, wenn kein Programm mehr hineinschreibt.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export.py"/>
        <source>looking at the cache</source>
        <translation>Der Cache wird angesehen</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export.py"/>
        <source>exporting {id}</source>
        <translation>{id} wird exportiert</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export.py"/>
        <source>The index of the {id} cache was written during the export.</source>
        <translation>Der Index des Caches {id} wurde während des Exports geschrieben.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export.py"/>
        <source>The list of files for {target} would have {size}; the limit is {size2}.</source>
        <translation>Die Dateiliste von {target} hätte {size}; die Grenze liegt bei {size2}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>It is too large to be sent to a worker.</source>
        <translation>Sie ist zu groß, um sie an einen Arbeitsprozess zu schicken.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>The workers have Larder {other}, and this computer has {one}.</source>
        <translation>Die Arbeitsprozesse haben Larder {other}, dieser Rechner hat {one}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>Install the same version on each computer.</source>
        <translation>Auf jedem Rechner dieselbe Version installieren.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>There is not enough memory for a worker.</source>
        <translation>Für einen Arbeitsprozess reicht der Arbeitsspeicher nicht.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>No worker could export {path}, so this process exported it. {why}</source>
        <translation>Kein Arbeitsprozess konnte {path} exportieren, daher hat dieser Prozess die Datei exportiert. {why}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_writing.py"/>
        <source>{target} was created by another program in the meantime.</source>
        <translation>{target} wurde inzwischen von einem anderen Programm angelegt.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_writing.py"/>
        <source>Choose another file.</source>
        <translation>Eine andere Datei wählen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Copy the exported cache again.</source>
        <translation>Den exportierten Cache noch einmal kopieren.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Ask for a cache that Larder exported; copying this one again does not help.</source>
        <translation>Einen Cache anfordern, den Larder exportiert hat; diesen noch einmal zu kopieren hilft nicht.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Do not use it; a cache that Larder exported never contains such files.</source>
        <translation>Nicht benutzen; ein von Larder exportierter Cache enthält nie solche Dateien.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>comparing</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>{foreign} exists already and is a different file.</source>
        <translation>{foreign} gibt es schon, und es ist eine andere Datei.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>An import never overwrites a file. Clear that cache first, or choose another folder.</source>
        <translation>Ein Import überschreibt nie eine Datei. Zuerst jenen Cache leeren oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>The concept {name} has different settings in this config.</source>
        <translation>Das Konzept {name} hat in dieser Config andere Einstellungen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>OneTrainer would encode it again.</source>
        <translation>OneTrainer würde es neu encodieren.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>No destination is given for the exported cache.</source>
        <translation>Für den exportierten Cache ist kein Ziel angegeben.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Choose a cache folder.</source>
        <translation>Einen Cache-Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>importing</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Import again.</source>
        <translation>Noch einmal importieren.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>{path} changed while it was being read.</source>
        <translation>{path} hat sich beim Lesen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Check the exported cache, then import again.</source>
        <translation>Den exportierten Cache prüfen, dann noch einmal importieren.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>The exported cache is damaged: {path}: {problem}</source>
        <translation>Der exportierte Cache ist beschädigt: {path}: {problem}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>{pluralize} more in the exported cache.</source>
        <translation>{pluralize} mehr im exportierten Cache.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_mapping.py"/>
        <source>No concept of this config has the folder {folder}, so its part of the export would not be used for training.</source>
        <translation>Kein Konzept dieser Config hat den Ordner {folder}; mit diesem Teil des Exports würde also nicht trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_mapping.py"/>
        <source>Its concepts have these folders: {listed}.</source>
        <translation>Ihre Konzepte haben diese Ordner: {listed}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_mapping.py"/>
        <source>It has no concepts.</source>
        <translation>Sie hat keine Konzepte.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/indexes.py"/>
        <source>it is not laid out as Larder exports it, and such an index is read up to {size}</source>
        <translation>er ist nicht so aufgebaut, wie Larder ihn exportiert, und ein solcher Index wird bis {size} gelesen</translation>
    </message>
    <message>
        <location filename="../../core/bundle/indexes.py"/>
        <source>it begins with a byte order mark</source>
        <translation>er beginnt mit einer Byte Order Mark</translation>
    </message>
    <message>
        <location filename="../../core/bundle/indexes.py"/>
        <source>it is not UTF-8 at byte {start}</source>
        <translation>kein UTF-8 bei Byte {start}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>Export fewer concepts at a time.</source>
        <translation>Weniger Konzepte auf einmal exportieren.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{bundle} is not an exported cache: it has no {manifest_name}.</source>
        <translation>{bundle} ist kein exportierter Cache: {manifest_name} fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>Check that its drive is connected and that you have permission to read it.</source>
        <translation>Prüfen, ob das Laufwerk angeschlossen ist und Leserechte vorhanden sind.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{path} lists more than {most_files} files.</source>
        <translation>{path} führt mehr als {most_files} Dateien auf.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{path} was written by a newer version of Larder.</source>
        <translation>{path} wurde mit einer neueren Larder-Version geschrieben.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>Update Larder.</source>
        <translation>Larder aktualisieren.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{path} was changed or damaged.</source>
        <translation>{path} wurde geändert oder beschädigt.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{path} lists a file twice, or a file outside the exported cache.</source>
        <translation>{path} führt eine Datei doppelt auf oder eine, die außerhalb des exportierten Caches liegt.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>Do not use it.</source>
        <translation>Nicht verwenden.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>The cache of released OneTrainer does not record which concept a cached file belongs to.</source>
        <translation>Der Cache des veröffentlichten OneTrainer zeichnet nicht auf, zu welchem Konzept eine Cache-Datei gehört.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>Open the config that the cache was made with.</source>
        <translation>Die Config öffnen, mit der der Cache erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>There is no image cache.</source>
        <translation>Es gibt keinen Bilder-Cache.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>nothing is cached</source>
        <translation>nichts ist gecacht</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>a variation is not cached</source>
        <translation>eine Variation ist nicht gecacht</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>it is not on disk</source>
        <translation>sie liegt nicht auf dem Datenträger</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>its list cannot be read</source>
        <translation>ihre Liste ist nicht lesbar</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>No cache has a file with this name.</source>
        <translation>Kein Cache hat eine Datei mit diesem Namen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>verifying</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>There is a link in place of the file.</source>
        <translation>An Stelle der Datei ist ein Link.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>This is {path} under another name.</source>
        <translation>Das ist {path} unter einem anderen Namen.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The manifest does not list it.</source>
        <translation>Das Manifest nennt sie nicht.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It is missing.</source>
        <translation>Sie fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It has {size} bytes instead of {bytes}.</source>
        <translation>Sie hat {size} Bytes statt {bytes}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>Its content has changed.</source>
        <translation>Ihr Inhalt hat sich geändert.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It was made with other settings than the manifest records.</source>
        <translation>Sie wurde mit anderen Einstellungen erstellt, als das Manifest aufzeichnet.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>Some files were made with settings that the manifest does not record.</source>
        <translation>Einige Dateien wurden mit Einstellungen erstellt, die das Manifest nicht aufzeichnet.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The indexes and the manifest count different numbers of pictures and captions per concept.</source>
        <translation>Die Indexe und das Manifest zählen je Konzept unterschiedlich viele Bilder und Captions.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The index lists it, but the manifest does not.</source>
        <translation>Der Index führt sie auf, das Manifest aber nicht.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It contains entries for other model types than {model_type}.</source>
        <translation>Er enthält Einträge für andere Modelltypen als {model_type}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It lists {nameless}, which is not a valid file name.</source>
        <translation>Er führt {nameless} auf; das ist kein gültiger Dateiname.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It lists {astray}, which is outside its folder.</source>
        <translation>Er führt {astray} auf, was außerhalb seines Ordners liegt.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It lists {name}, which is not a cached file.</source>
        <translation>Er führt {name} auf; das ist keine Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The manifest does not record what it was made from.</source>
        <translation>Das Manifest zeichnet nicht auf, woraus sie erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The cache contains it, but the manifest does not list it.</source>
        <translation>Der Cache enthält sie, aber das Manifest führt sie nicht auf.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It contains the absolute path {absolute}.</source>
        <translation>Er enthält den absoluten Pfad {absolute}.</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It has {count} entries, but the manifest records {entries}.</source>
        <translation>Er hat {count} Einträge, das Manifest nennt aber {entries}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>No concept is enabled, so it is not known what was cached.</source>
        <translation>Kein Konzept ist aktiv; was gecacht wurde, ist also nicht bekannt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>There is no cached file in {path} of a concept that is enabled.</source>
        <translation>In {path} gibt es keine Cache-Datei eines aktiven Konzepts.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>There is no cached file in {path}.</source>
        <translation>In {path} ist keine Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>of a concept that is enabled</source>
        <translation>eines aktiven Konzepts</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>There is nothing to record.</source>
        <translation>Es gibt nichts aufzuzeichnen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>The cache {folder} has changed.</source>
        <translation>Der Cache {folder} hat sich geändert.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>Look at it again.</source>
        <translation>Noch einmal ansehen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>Without a config, Larder cannot record how cached files were made.</source>
        <translation>Ohne Config kann Larder nicht aufzeichnen, wie Cache-Dateien erstellt wurden.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>There is no cache {store}.</source>
        <translation>Es gibt keinen Cache {store}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>Caches here: {there}.</source>
        <translation>Caches hier: {there}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>The names of the cached files of {store} already show how they were made.</source>
        <translation>Die Namen der Cache-Dateien von {store} zeigen schon, wie sie erstellt wurden.</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>Only a cache that OneTrainer reads needs this record.</source>
        <translation>Nur ein Cache, den OneTrainer liest, braucht diese Aufzeichnung.</translation>
    </message>
    <message>
        <location filename="../../core/clean/clean.py"/>
        <source>The cache {folder}</source>
        <translation>Der Cache {folder}</translation>
    </message>
    <message>
        <location filename="../../core/clean/clean_folder.py"/>
        <source>moving files</source>
        <translation>Dateien werden verschoben</translation>
    </message>
    <message>
        <location filename="../../core/clean/clean_folder.py"/>
        <source>The clean of {folder}</source>
        <translation>Das Aufräumen von {folder}</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>The config {name} needs it.</source>
        <translation>Die Config {name} braucht es.</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>{path} is not a config, so what it needs is not known.</source>
        <translation>{path} ist keine Config; was sie braucht, ist also nicht bekannt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>Name a config.</source>
        <translation>Eine Config angeben.</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>The concept file {file} of {path} is missing, so what that config needs is not known.</source>
        <translation>Die Konzeptdatei {file} von {path} fehlt; was diese Config braucht, ist also nicht bekannt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>Put it back, or leave the config out.</source>
        <translation>Sie zurücklegen oder die Config weglassen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>The config {path} uses none of these caches, so there is nothing to keep for it.</source>
        <translation>Die Config {path} benutzt keinen dieser Caches, für sie ist also nichts zu behalten.</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>Leave it out.</source>
        <translation>Weglassen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan.py"/>
        <source>The selection has {size} items, the plan {count}.</source>
        <translation>Die Auswahl hat {size} Elemente, der Plan {count}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan.py"/>
        <source>Select from the plan that is applied.</source>
        <translation>Aus dem Plan auswählen, der angewandt wird.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>It is removed only if you tick it or name the other configs that share this cache.</source>
        <translation>Es wird nur entfernt, wenn es angehakt wird oder die anderen Configs genannt werden, die diesen Cache teilen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>Its date is in the future, so its age is not known.</source>
        <translation>Das Datum liegt in der Zukunft, das Alter ist also unbekannt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>It is {hours} old, less than the minimum age of {hours2}; it may still be in use.</source>
        <translation>Es ist {hours} alt und damit jünger als das Mindestalter von {hours2}; vielleicht wird es noch benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{value}. Its source will have to be encoded again.</source>
        <translation>{value}. Die Quelldatei muss neu encodiert werden.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>This group belongs to no concept that is known.</source>
        <translation>Diese Gruppe gehört zu keinem bekannten Konzept.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{why} A whole group is removed only if you tick it.</source>
        <translation>{why} Eine ganze Gruppe wird nur entfernt, wenn sie angehakt wird.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>The folder {spelled} {unreachable}.</source>
        <translation>Der Ordner {spelled} {unreachable}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>Files of the folder {spelled} cannot be read.</source>
        <translation>Dateien im Ordner {spelled} sind nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{gone} of {indexed} {get} of {where} are gone.</source>
        <translation>{gone} von {indexed} {get} in {where} fehlen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>It can still be used, whatever the list of another program says.</source>
        <translation>Es ist noch brauchbar, was auch immer die Liste eines anderen Programms sagt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>The cache has no index that can be read, so it is not known what is needed.</source>
        <translation>Der Cache hat keinen lesbaren Index, also ist nicht bekannt, was gebraucht wird.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>The index was recovered from {copy} and may lack rows.</source>
        <translation>Der Index stammt aus {copy}, und es könnten Zeilen fehlen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>Not every file that is not cached could be read, and one may need it.</source>
        <translation>Nicht jede noch nicht gecachte Datei war lesbar, und eine davon könnte sie brauchen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{unindexed} of {payloads} cached files are in no index, as if an index had been lost.</source>
        <translation>{unindexed} von {payloads} Cache-Dateien stehen in keinem Index, als wäre ein Index verloren gegangen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>No config was given, so it is not known which files may need it.</source>
        <translation>Ohne Config ist nicht zu erkennen, welche Quelldateien sie brauchen könnten.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>No concept is known, so it is not known which files may need it.</source>
        <translation>Kein Konzept ist bekannt, also auch nicht, welche Quelldateien sie brauchen könnten.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{unreachable} A file in it may need this one.</source>
        <translation>{unreachable} Eine Datei darin könnte diese brauchen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>The folder {path} is missing.</source>
        <translation>Der Ordner {path} fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{value} minutes</source>
        <translation>{value} Minuten</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{hours} hours</source>
        <translation>{hours} Stunden</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_document.py"/>
        <source>The plan {path} cannot be read: {reason}.</source>
        <translation>Der Plan {path} ist nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_document.py"/>
        <source>The file {path} is not a clean plan: {error}.</source>
        <translation>Die Datei {path} ist kein Aufräumplan: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_document.py"/>
        <source>The file {path} has the schema {schema}.</source>
        <translation>Die Datei {path} hat das Schema {schema}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_document.py"/>
        <source>The plan {path} names an unknown {error}.</source>
        <translation>Der Plan {path} nennt etwas Unbekanntes: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_prune.py"/>
        <source>The {id} cache does not record when its files were used, so it is neither counted nor pruned.</source>
        <translation>Der Cache {id} zeichnet nicht auf, wann seine Dateien benutzt wurden; er wird weder gezählt noch ausgedünnt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_prune.py"/>
        <source>listing cached files</source>
        <translation>Cache-Dateien werden aufgelistet</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_prune.py"/>
        <source>This workspace has {known}.</source>
        <translation>Dieser Arbeitsbereich hat {known}.</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>A clean does not remove files with this name.</source>
        <translation>Aufräumen entfernt keine Dateien mit diesem Namen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>Only the plan says that it may be removed.</source>
        <translation>Nur der Plan sagt, dass es entfernt werden darf.</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>An entry uses it.</source>
        <translation>Ein Eintrag benutzt es.</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>One of your files has its content; it can be relinked.</source>
        <translation>Eine Ihrer Dateien hat seinen Inhalt; es lässt sich wieder zuordnen.</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>It was used after the plan was made.</source>
        <translation>Es wurde nach dem Planen benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>It can be read completely.</source>
        <translation>Es ist vollständig lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>Its source {back} exists again.</source>
        <translation>Seine Quelldatei {back} ist wieder vorhanden.</translation>
    </message>
    <message>
        <location filename="../../core/compare/copies.py"/>
        <source>comparing copies</source>
        <translation>Kopien werden verglichen</translation>
    </message>
    <message>
        <location filename="../../core/compare/copies.py"/>
        <source>{names} is the better copy: {why}.</source>
        <translation>{names} ist die bessere Kopie: {why}.</translation>
    </message>
    <message>
        <location filename="../../core/compare/copies.py"/>
        <source>{names} is the best copy. Compared with {names2}: {why}.</source>
        <translation>{names} ist die beste Kopie. Verglichen mit {names2}: {why}.</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>mirrored left to right</source>
        <translation>horizontal gespiegelt</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>rotated 90° clockwise</source>
        <translation>um 90° im Uhrzeigersinn gedreht</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>rotated 180°</source>
        <translation>um 180° gedreht</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>rotated 90° counterclockwise</source>
        <translation>um 90° gegen den Uhrzeigersinn gedreht</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>mirrored top to bottom</source>
        <translation>vertikal gespiegelt</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>mirrored and rotated 90° clockwise</source>
        <translation>gespiegelt und um 90° im Uhrzeigersinn gedreht</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>mirrored and rotated 90° counterclockwise</source>
        <translation>gespiegelt und um 90° gegen den Uhrzeigersinn gedreht</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>in the config&apos;s concept</source>
        <translation>im Konzept der Config</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>larger in pixels</source>
        <translation>mehr Pixel</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>less compressed</source>
        <translation>weniger komprimiert</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>with a caption</source>
        <translation>mit Caption</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>older by its date</source>
        <translation>dem Datum nach älter</translation>
    </message>
    <message>
        <location filename="../../core/compare/document.py"/>
        <source>Training and validation both use this picture, so the validation loss looks better than it is. Take it out of one of the two concepts.</source>
        <translation>Training und Validierung benutzen beide dieses Bild; der Validierungs-Loss sieht also besser aus, als er ist. Es aus einem der beiden Konzepte herausnehmen.</translation>
    </message>
    <message>
        <location filename="../../core/compare/near.py"/>
        <source>The threshold is a number from 0 to {most_threshold}, not {threshold}.</source>
        <translation>Der Schwellenwert ist eine Zahl von 0 bis {most_threshold}, nicht {threshold}.</translation>
    </message>
    <message>
        <location filename="../../core/compare/near.py"/>
        <source>The higher it is, the less alike pictures have to be.</source>
        <translation>Je höher, desto weniger ähnlich müssen sich Bilder sein.</translation>
    </message>
    <message>
        <location filename="../../core/compare/near.py"/>
        <source>looking at pictures</source>
        <translation>Bilder werden angesehen</translation>
    </message>
    <message>
        <location filename="../../core/compare/near.py"/>
        <source>comparing pictures</source>
        <translation>Bilder werden verglichen</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>the cache is in another folder</source>
        <translation>der Cache liegt in einem anderen Ordner</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>other pictures or captions are asked for</source>
        <translation>andere Bilder oder Captions werden verlangt</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it decides what is cached</source>
        <translation>es entscheidet, was gecacht wird</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>another size is asked for</source>
        <translation>eine andere Größe wird verlangt</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>the cached files lack a part that is asked for</source>
        <translation>den Cache-Dateien fehlt ein verlangter Teil</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>more variations are asked for</source>
        <translation>weitere Variationen werden verlangt</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>OneTrainer empties this cache at its next start and caches all of it again, no matter what was built before</source>
        <translation>OneTrainer leert diesen Cache beim nächsten Start und cacht alles neu, unabhängig davon, was vorher erstellt wurde</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>while it is off, the caches are not used, and stay as good as before</source>
        <translation>solange es aus ist, werden die Caches nicht benutzt und bleiben so gut wie zuvor</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it only says where things are made, not what is made</source>
        <translation>es sagt nur, wo etwas erstellt wird, nicht was</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it is stored beside the cached files and does not affect their content</source>
        <translation>es steht neben den Cache-Dateien und ändert nichts an ihrem Inhalt</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it has no effect with this model and these settings</source>
        <translation>es wirkt sich bei diesem Modell und diesen Einstellungen nicht aus</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it does not affect what is cached</source>
        <translation>es hat keinen Einfluss darauf, was gecacht wird</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>{pluralize} would be up to date again</source>
        <translation>wieder aktuell: {pluralize}</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>{pluralize} would stay, unused</source>
        <translation>unbenutzt übrig: {pluralize}</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>OneTrainer alone looks for {anew} samples under another name and caches them again; a build moves the existing files</source>
        <translation>OneTrainer allein sucht {anew} Samples unter anderem Namen und cacht sie neu; ein Build verschiebt die vorhandenen Dateien</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>the cached {plural} have what it asks for</source>
        <translation>die gecachten {plural} haben, was es verlangt</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>no cached {plural} are affected</source>
        <translation>keine gecachten {plural} sind betroffen</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>Without a config there is nothing to compare with.</source>
        <translation>Ohne Config gibt es nichts zu vergleichen.</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/difference.py"/>
        <source>{name} is {shape}, and the model makes {shape2}</source>
        <translation>{name} ist {shape}, und das Modell erzeugt {shape2}</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>Nothing can be compared: its files record how they were made, or were made from other sources.</source>
        <translation>Nichts lässt sich vergleichen: Die Dateien zeichnen selbst auf, wie sie erstellt wurden, oder stammen aus anderen Quelldateien.</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>Some of its files are made as the config asks and some are not, so nothing is recorded. Compare more of them, or build them again.</source>
        <translation>Einige der Dateien sind so erstellt, wie die Config es verlangt, andere nicht; deshalb wird nichts aufgezeichnet. Mehr davon vergleichen oder neu erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>None of the settings that were tried reproduces what is cached.</source>
        <translation>Keine der probierten Einstellungen ergibt, was im Cache ist.</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>{shape}. None of the settings that were tried reproduces what is cached.</source>
        <translation>{shape}. Keine der probierten Einstellungen ergibt, was im Cache ist.</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>trying other settings</source>
        <translation>Andere Einstellungen werden probiert</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>other weights</source>
        <translation>andere Gewichte</translation>
    </message>
    <message>
        <location filename="../../core/compare/sharing.py"/>
        <source>comparing contents</source>
        <translation>Inhalte werden verglichen</translation>
    </message>
    <message>
        <location filename="../../core/compare/sharing.py"/>
        <source>comparing captions</source>
        <translation>Captions werden verglichen</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_lock.py"/>
        <source>Another Larder process is making the sample workspace in {folder}.</source>
        <translation>Ein anderer Larder-Prozess erstellt gerade den Beispiel-Arbeitsbereich in {folder}.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_lock.py"/>
        <source>Wait until it is done, then try again.</source>
        <translation>Warten, bis er fertig ist, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>{folder} cannot be used as a folder: {reason}.</source>
        <translation>{folder} ist als Ordner nicht benutzbar: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>Choose a new or empty folder for the sample workspace.</source>
        <translation>Für den Beispiel-Arbeitsbereich einen neuen oder leeren Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>{folder} is not empty and is not a sample workspace.</source>
        <translation>{folder} ist nicht leer und kein Beispiel-Arbeitsbereich.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>{value} does not belong to the sample workspace.</source>
        <translation>{value} gehört nicht zum Beispiel-Arbeitsbereich.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>Move it elsewhere first, or make the sample in another folder.</source>
        <translation>Es zuerst woandershin verschieben oder das Beispiel in einem anderen Ordner anlegen.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>Choose another folder, or delete this one yourself.</source>
        <translation>Einen anderen Ordner wählen oder diesen selbst löschen.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>{folder} is a sample workspace of another version of Larder ({marker}).</source>
        <translation>{folder} ist ein Beispiel-Arbeitsbereich einer anderen Larder-Version ({marker}).</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_sources.py"/>
        <source>still life</source>
        <translation>Stillleben</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_sources.py"/>
        <source>first build</source>
        <translation>erster Build</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_sources.py"/>
        <source>before the build</source>
        <translation>vor dem Build</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_sources.py"/>
        <source>years ago</source>
        <translation>Jahre her</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>looking at the folder</source>
        <translation>Ordner wird angesehen</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>PyTorch is not installed, and the caches of the sample are written with it.</source>
        <translation>PyTorch ist nicht installiert, und damit werden die Caches des Beispiels geschrieben.</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>writing pictures</source>
        <translation>Bilder werden geschrieben</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>writing sounds and texts</source>
        <translation>Töne und Texte werden geschrieben</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>filling other caches</source>
        <translation>Weitere Caches werden gefüllt</translation>
    </message>
    <message>
        <location filename="../../core/demo/trainer_caches.py"/>
        <source>The sample workspace {root} is incomplete: one of its files could not be read for a moment.</source>
        <translation>Der Beispiel-Arbeitsbereich {root} ist nicht vollständig: Eine seiner Dateien war für einen Moment nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/demo/trainer_caches.py"/>
        <source>Create it again; existing files are replaced.</source>
        <translation>Noch einmal anlegen; vorhandene Dateien werden ersetzt.</translation>
    </message>
    <message>
        <location filename="../../core/demo/value_caches.py"/>
        <source>windowed sinc</source>
        <translation>gefensterter Sinc</translation>
    </message>
    <message>
        <location filename="../../core/demo/value_caches.py"/>
        <source>{name} has {value} bits per sample.</source>
        <translation>{name} hat {value} Bit je Abtastwert.</translation>
    </message>
    <message>
        <location filename="../../core/demo/value_caches.py"/>
        <source>{name} cannot be decoded: {error}.</source>
        <translation>{name} lässt sich nicht decodieren: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/demo/value_caches.py"/>
        <source>{name} has {rate} samples per second.</source>
        <translation>{name} hat {rate} Abtastwerte pro Sekunde.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{rate} is not a sample rate.</source>
        <translation>Eine Abtastrate von {rate} gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Choose 1 Hz or more.</source>
        <translation>1 Hz oder mehr wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Clips cannot be cut to {max_seconds} s.</source>
        <translation>Clips lassen sich nicht auf {max_seconds} s kürzen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Choose a longer time.</source>
        <translation>Eine längere Zeit wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Reading audio</source>
        <translation>Das Lesen von Audio</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{name} has {rate} samples per second, but {sample_rate} are needed. Allow resampling, or convert the file.</source>
        <translation>{name} hat {rate} Abtastwerte pro Sekunde, gebraucht werden aber {sample_rate}. Umrechnen erlauben oder die Datei umwandeln.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{name} cannot be decoded: {error}</source>
        <translation>{name} lässt sich nicht decodieren: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{name} contains no samples.</source>
        <translation>{name} enthält keine Abtastwerte.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{name} contains samples that are not numbers.</source>
        <translation>{name} enthält Abtastwerte, die keine Zahlen sind.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>The feature extractor {name} takes {rate} samples per second, not {sample_rate}.</source>
        <translation>Der Feature-Extractor {name} nimmt {rate} Abtastwerte pro Sekunde, nicht {sample_rate}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Leave out the sample rate.</source>
        <translation>Die Abtastrate weglassen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/checkpoints.py"/>
        <source>OpenCLIP without its last layer</source>
        <translation>OpenCLIP ohne letzte Schicht</translation>
    </message>
    <message>
        <location filename="../../core/encoders/checkpoints.py"/>
        <source>{name} contains a quantised text encoder ({name2}), which Larder cannot convert back.</source>
        <translation>{name} enthält einen quantisierten Text-Encoder ({name2}), den Larder nicht zurückwandeln kann.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>base model</source>
        <translation>Basismodell</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>The config leaves out every text encoder whose captions it caches.</source>
        <translation>Die Config lässt jeden Text-Encoder weg, dessen Captions sie cacht.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>The LoRA {name} changes the text encoders or cannot be read, and Larder does not apply it.</source>
        <translation>Das LoRA {name} ändert die Text-Encoder oder ist nicht lesbar, und Larder wendet es nicht an.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>Let the trainer build the text cache.</source>
        <translation>Den Text-Cache den Trainer erstellen lassen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>patch-means {content}</source>
        <translation>patch-means {content}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>PyTorch finds no NVIDIA or AMD graphics card here, or no driver for it.</source>
        <translation>PyTorch findet hier keine NVIDIA- oder AMD-Grafikkarte oder keinen Treiber dafür.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>The PyTorch installed here supports only the CPU.</source>
        <translation>Das hier installierte PyTorch unterstützt nur die CPU.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>It exists only on Macs with Apple processors.</source>
        <translation>Das gibt es nur auf Macs mit Apple-Prozessoren.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>{weights} instead of {asked}</source>
        <translation>{weights} statt {asked}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>There is no number type &quot;{name}&quot;.</source>
        <translation>Es gibt keinen Zahlentyp „{name}“.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>It must be one of {known}.</source>
        <translation>Möglich sind {known}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>&quot;{key}&quot; in the config is {name}.</source>
        <translation>„{key}“ in der Config ist {name}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>There is no device &quot;{asked}&quot;: {error}</source>
        <translation>Es gibt kein Gerät „{asked}“: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>&quot;{workers}&quot; is not a number of workers.</source>
        <translation>„{workers}“ ist keine Anzahl von Arbeitsprozessen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>&quot;{cards}&quot; is not a number of graphics cards.</source>
        <translation>„{cards}“ ist keine Anzahl von Grafikkarten.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/draws.py"/>
        <source>The special tags in {path} cannot be read: {reason}.</source>
        <translation>Die besonderen Tags in {path} sind nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/draws.py"/>
        <source>Save the file as UTF-8.</source>
        <translation>Die Datei als UTF-8 speichern.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/draws.py"/>
        <source>A concept has no tag delimiter, so its prompts cannot be split into tags.</source>
        <translation>Ein Konzept hat kein Tag-Trennzeichen, daher lassen sich seine Prompts nicht in Tags zerlegen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/draws.py"/>
        <source>Give the concept a tag delimiter, or switch off its tag options.</source>
        <translation>Dem Konzept ein Tag-Trennzeichen geben oder seine Tag-Optionen abschalten.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>Download the VAE again; it is incomplete.</source>
        <translation>Den VAE noch einmal herunterladen; er ist unvollständig.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path} is made for pictures with a frame axis, but this model type is not.</source>
        <translation>Der {class_name} in {path} ist für Bilder mit einer Frame-Achse gedacht, dieser Modelltyp aber nicht.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path} is made for pictures without a frame axis, but this model type is not.</source>
        <translation>Der {class_name} in {path} ist für Bilder ohne Frame-Achse gedacht, dieser Modelltyp aber nicht.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path} makes latents of {found}x{found2} from a picture of {size}x{size2}, but this model type needs 1/{stride} of the picture size.</source>
        <translation>Der {class_name} in {path} erzeugt aus einem Bild von {size}x{size2} Latents von {found}x{found2}, dieser Modelltyp braucht aber 1/{stride} der Bildgröße.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path} makes latents with {channels} channels, but this one has {shape}.</source>
        <translation>Der {class_name} in {path} erzeugt Latents mit {channels} Kanälen, dieses hat aber {shape}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>Choose the VAE that it was made with.</source>
        <translation>Den VAE wählen, mit dem es erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path}</source>
        <translation>Der {class_name} in {path}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The weights belong to another model or are damaged. Download the VAE again.</source>
        <translation>Die Gewichte gehören zu einem anderen Modell oder sind beschädigt. Den VAE noch einmal herunterladen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>Encoding pictures</source>
        <translation>Das Encodieren von Bildern</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The config of the VAE in {path} does not fit {class_name}: {error}</source>
        <translation>Die Config des VAE in {path} passt nicht zu {class_name}: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The weights in {path} cannot be read: their pickle is damaged or would run code.</source>
        <translation>Die Gewichte in {path} sind nicht lesbar: Ihr Pickle ist beschädigt oder würde Code ausführen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The weights in {path} cannot be read: {error}</source>
        <translation>Die Gewichte in {path} sind nicht lesbar: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The model {path} is neither a folder nor a .safetensors file.</source>
        <translation>Das Modell {path} ist weder ein Ordner noch eine .safetensors-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The model {path} is missing.</source>
        <translation>Das Modell {path} fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The config names no {what}.</source>
        <translation>Der Config fehlt die Angabe: {what}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The {what} &quot;{name}&quot; of the config is not on this computer, neither as a folder nor in the Hugging Face cache, and Larder downloads nothing. Download it once: hf download {name2}</source>
        <translation>{what} „{name}“ der Config ist nicht auf diesem Rechner, weder als Ordner noch im Hugging-Face-Cache, und Larder lädt nichts herunter. Einmal herunterladen: hf download {name2}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The {what} &quot;{name}&quot; of the config is not on this computer, neither as a folder nor in the Hugging Face cache, and Larder downloads nothing.</source>
        <translation>{what} „{name}“ der Config ist nicht auf diesem Rechner, weder als Ordner noch im Hugging-Face-Cache, und Larder lädt nichts herunter.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>There is no encoder &quot;{encoder}&quot;.</source>
        <translation>Es gibt keinen Encoder „{encoder}“.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>{folder} lacks {missing}.</source>
        <translation>In {folder} fehlt {missing}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>{folder} contains no weights ({names}).</source>
        <translation>{folder} enthält keine Gewichte ({names}).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>{index} lists no weights.</source>
        <translation>{index} führt keine Gewichte auf.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>{path} is a pickle, which can run any code when it is opened. Larder opens only .safetensors.</source>
        <translation>{path} ist ein Pickle, das beim Öffnen beliebigen Code ausführen kann. Larder öffnet nur .safetensors.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/open_value_encoder.py"/>
        <source>an image processor</source>
        <translation>einen Bildprozessor</translation>
    </message>
    <message>
        <location filename="../../core/encoders/open_value_encoder.py"/>
        <source>a feature extractor</source>
        <translation>einen Feature-Extractor</translation>
    </message>
    <message>
        <location filename="../../core/encoders/open_value_encoder.py"/>
        <source>Such a cache needs {what}.</source>
        <translation>Ein solcher Cache braucht {what}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/open_value_encoder.py"/>
        <source>Choose one (&quot;{example}&quot;), or a folder with its settings.</source>
        <translation>Einen wählen („{example}“) oder einen Ordner mit seinen Einstellungen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>torchvision does not match this PyTorch: uninstall it, or install a version that matches.</source>
        <translation>torchvision passt nicht zu diesem PyTorch: deinstallieren oder eine passende Version installieren.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>Install into the Python in {prefix}: {wanted}</source>
        <translation>Im Python in {prefix} installieren: {wanted}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>To fix this, run: {interpreter} -m pip install --upgrade {wanted}</source>
        <translation>Zur Abhilfe ausführen: {interpreter} -m pip install --upgrade {wanted}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>{purpose} needs the package {name}: {error}</source>
        <translation>{purpose} braucht das Paket {name}: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>The package {called} {version} has no {name}.</source>
        <translation>Das Paket {called} {version} hat kein {name}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>The package {called} cannot load {name}: {error}</source>
        <translation>Das Paket {called} kann {name} nicht laden: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>{what} cannot be loaded: {error}</source>
        <translation>{what} lässt sich nicht laden: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>has a different shape for</source>
        <translation>hat eine andere Form für</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>does not use</source>
        <translation>benutzt nicht</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>{what} {lacks} the weights {listed} and {value} more.</source>
        <translation>{what} {lacks} die Gewichte {listed} und {value} weitere.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>{what} {lacks} the weights {listed}.</source>
        <translation>{what} {lacks} die Gewichte {listed}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/patch_means.py"/>
        <source>UTF-8 bytes between two marks</source>
        <translation>UTF-8-Bytes zwischen zwei Marken</translation>
    </message>
    <message>
        <location filename="../../core/encoders/patch_means.py"/>
        <source>The built-in encoder cannot build for {model_type}.</source>
        <translation>Der eingebaute Encoder kann nicht für {model_type} erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/patch_means.py"/>
        <source>It is only for workspaces whose model_type is LARDER_PATCH_MEANS.</source>
        <translation>Er ist nur für Arbeitsbereiche mit model_type LARDER_PATCH_MEANS.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>{name} has 16 bits per channel, which the trainer reads incorrectly. Save it with 8.</source>
        <translation>{name} hat 16 Bit pro Kanal, was der Trainer falsch liest. Mit 8 speichern.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>{name} has {width} × {height} pixels; the limit is {value} million.</source>
        <translation>{name} hat {width} × {height} Pixel; die Grenze liegt bei {value} Millionen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>{name} is not a readable picture.</source>
        <translation>{name} ist kein lesbares Bild.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>{name} is damaged: {error}.</source>
        <translation>{name} ist beschädigt: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>A picture</source>
        <translation>Ein Bild</translation>
    </message>
    <message>
        <location filename="../../core/encoders/pictures.py"/>
        <source>A mask of {width}x{height} pixels cannot be divided into squares of {square}.</source>
        <translation>Eine Maske von {width}x{height} Pixeln lässt sich nicht in Quadrate von {square} teilen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Choose the folder of a model, or download it again.</source>
        <translation>Den Ordner eines Modells wählen oder es noch einmal herunterladen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>image processor</source>
        <translation>Bildprozessor</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Pil</source>
        <translation>Pil</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>feature extractor</source>
        <translation>Feature-Extractor</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>There is no {what} &quot;{model}&quot; and no folder of this name.</source>
        <translation>Es gibt keinen {what} „{model}“ und keinen Ordner dieses Namens.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Known names are {names}. Otherwise choose a local folder.</source>
        <translation>Bekannt sind {names}. Sonst einen lokalen Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} cannot be loaded: {error}</source>
        <translation>{what} {name} lässt sich nicht laden: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{name} cannot be processed: {error}</source>
        <translation>{name} lässt sich nicht verarbeiten: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{name} returned {name2} in several shapes, which do not form one array.</source>
        <translation>{name} hat {name2} in mehreren Formen geliefert, die kein Array ergeben.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Choose another {what}.</source>
        <translation>Einen anderen {what} wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} cannot work with {sources} alone: {error}</source>
        <translation>{what} {name} kommt mit {sources} allein nicht aus: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} returns no {members}.</source>
        <translation>{what} {name} liefert kein {members}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} returns different {values} each time.</source>
        <translation>{what} {name} liefert jedes Mal andere {values}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The config in {folder} does not name its {what} ({type_fields}).</source>
        <translation>Die Config in {folder} nennt keinen {what} ({type_fields}).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{folder} contains a {stated}, but no {what}.</source>
        <translation>{folder} enthält {stated}, aber keinen {what}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{folder} has no {config_name}.</source>
        <translation>{folder} hat keine {config_name}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{path} is not a JSON object.</source>
        <translation>{path} ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{name} is a {base}, for which the installed transformers has no {what}.</source>
        <translation>{name} ist ein {base}, wofür das installierte transformers keinen {what} hat.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} ({base}) needs the package {lower}.</source>
        <translation>{what} {name} ({base}) braucht das Paket {lower}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Choose one that does not need it, or install it.</source>
        <translation>Einen wählen, der ohne auskommt, oder das Paket installieren.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>Row {value} of {name} has {count} ids; the limit is {length}.</source>
        <translation>Zeile {value} von {name} hat {count} IDs; die Grenze liegt bei {length}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>A row of {length} ids has no space for text.</source>
        <translation>Eine Zeile mit {length} IDs hat keinen Platz für Text.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>Choose {fewest} ids or more.</source>
        <translation>Mindestens {fewest} IDs wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>There is no tokenizer &quot;{model}&quot; and no folder of this name.</source>
        <translation>Es gibt keinen Tokenizer „{model}“ und keinen Ordner dieses Namens.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The only known name is bytes. Otherwise choose a local folder.</source>
        <translation>Der einzige bekannte Name ist bytes. Sonst einen lokalen Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The tokenizer {name} is not on this computer.</source>
        <translation>Der Tokenizer {name} ist nicht auf diesem Rechner.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The tokenizer {name} is no longer in {folder}.</source>
        <translation>Der Tokenizer {name} ist nicht mehr in {folder}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The tokenizer in {folder} cannot be read: {error}</source>
        <translation>Der Tokenizer in {folder} ist nicht lesbar: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The tokenizer in {folder} is not the one that made these ids.</source>
        <translation>Der Tokenizer in {folder} ist nicht der, der diese IDs erzeugt hat.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>The text encoder has {layers} layers, too few for the config&apos;s {key}.</source>
        <translation>Der Text-Encoder hat {layers} Schichten, zu wenige für {key} der Config.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>The text encoder has {layers} layers, too few for this model type.</source>
        <translation>Der Text-Encoder hat {layers} Schichten, zu wenige für diesen Modelltyp.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>Lower this setting, or choose another model.</source>
        <translation>Diese Einstellung verringern oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>Choose another model.</source>
        <translation>Ein anderes Modell wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>Encoding prompts</source>
        <translation>Das Encodieren von Prompts</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>The prompt uses the trained embedding {placeholder}, which Larder does not load. Leave this caption to the trainer.</source>
        <translation>Der Prompt benutzt das trainierte Embedding {placeholder}, das Larder nicht lädt. Diese Caption dem Trainer überlassen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>The text encoder in {model}</source>
        <translation>Der Text-Encoder in {model}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>They belong to another model, or another version of transformers saved them.</source>
        <translation>Sie gehören zu einem anderen Modell oder wurden von einer anderen transformers-Version gespeichert.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>This version of transformers stores the final norm of {model_class} elsewhere.</source>
        <translation>Diese transformers-Version speichert die letzte Norm von {model_class} an anderer Stelle.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>Install the version that the trainer uses.</source>
        <translation>Die Version installieren, die der Trainer benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>This version of transformers numbers the layers of {model_class} ({folder}) differently from the trainer.</source>
        <translation>Diese transformers-Version zählt die Schichten von {model_class} ({folder}) anders als der Trainer.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Qwen3 without a language head</source>
        <translation>Qwen3 ohne Sprachkopf</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Mistral 3</source>
        <translation>Mistral 3</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Mistral 3 without a language head</source>
        <translation>Mistral 3 ohne Sprachkopf</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Llama</source>
        <translation>Llama</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Llama without a language head</source>
        <translation>Llama ohne Sprachkopf</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Gemma 2</source>
        <translation>Gemma 2</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_sections.py"/>
        <source>{name} is not UTF-8: byte {start} is not valid.</source>
        <translation>{name} ist kein UTF-8: Byte {start} ist ungültig.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>Download the text encoder&apos;s folder again; it is incomplete.</source>
        <translation>Den Ordner des Text-Encoders noch einmal herunterladen; er ist unvollständig.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>This config caches no captions, because every text encoder is trained.</source>
        <translation>Diese Config cacht keine Captions, weil alle Text-Encoder trainiert werden.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>&quot;{length_key}&quot; in the config is {length}, which is below 1.</source>
        <translation>„{length_key}“ in der Config ist {length}, also kleiner als 1.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>{folder} contains a model of type {model_type}, but a {kinds} text encoder is needed.</source>
        <translation>{folder} enthält ein Modell vom Typ {model_type}, gebraucht wird aber ein Text-Encoder {kinds}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>{folder} contains a {architectures}, but a {family} text encoder ({model_class}) is needed.</source>
        <translation>{folder} enthält {architectures}, gebraucht wird aber ein Text-Encoder {family} ({model_class}).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>Download the model&apos;s folder again.</source>
        <translation>Den Ordner des Modells noch einmal herunterladen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>There is no {kinds} text encoder ({model_folder}) in {list_folders}.</source>
        <translation>In {list_folders} ist kein Text-Encoder {kinds} ({model_folder}).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>There is no {kinds} text encoder ({model_folder}).</source>
        <translation>Es gibt keinen Text-Encoder {kinds} ({model_folder}).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>There is no tokenizer ({tokenizer_folder}) for the text encoder in {model}.</source>
        <translation>Für den Text-Encoder in {model} gibt es keinen Tokenizer ({tokenizer_folder}).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>Download the tokenizer&apos;s folder again; it is incomplete.</source>
        <translation>Den Ordner des Tokenizers noch einmal herunterladen; er ist unvollständig.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} has no padding token.</source>
        <translation>Der Tokenizer in {folder} hat kein Fülltoken.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} has no chat template.</source>
        <translation>Der Tokenizer in {folder} hat keine Chat-Vorlage.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>There is no T5 tokenizer in {folder}.</source>
        <translation>In {folder} ist kein T5-Tokenizer.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} knows {known} tokens, but the {family} text encoder has {expected}: its vocabulary is missing or belongs to another model.</source>
        <translation>Der Tokenizer in {folder} kennt {known} Token, der Text-Encoder {family} hat aber {expected}: Sein Vokabular fehlt oder gehört zu einem anderen Modell.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} has no merges, so it would split every word into letters.</source>
        <translation>Der Tokenizer in {folder} hat keine Merges, würde also jedes Wort in Buchstaben zerlegen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} needs the package sentencepiece.</source>
        <translation>Der Tokenizer in {folder} braucht das Paket sentencepiece.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} does not define the length of a prompt (model_max_length).</source>
        <translation>Der Tokenizer in {folder} legt nicht fest, wie lang ein Prompt ist (model_max_length).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder}</source>
        <translation>Der Tokenizer in {folder}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} has no fast version, so it cannot be compared.</source>
        <translation>Der Tokenizer in {folder} hat keine schnelle Version und lässt sich daher nicht vergleichen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>Character {value} of the prompt is not valid text.</source>
        <translation>Zeichen {value} des Prompts ist kein gültiger Text.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer makes {count} tokens from the text after a prompt, but the model expects {suffix_tokens}: it belongs to another model.</source>
        <translation>Der Tokenizer erzeugt {count} Token aus dem Text nach einem Prompt, das Modell erwartet aber {suffix_tokens}: Er gehört zu einem anderen Modell.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} does not know the model&apos;s end token {ends}.</source>
        <translation>Der Tokenizer in {folder} kennt das Endtoken {ends} des Modells nicht.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>It belongs to another model, or a part of it is missing.</source>
        <translation>Er gehört zu einem anderen Modell, oder ein Teil davon fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} ends a text with token {last}, but the model expects token {ends}.</source>
        <translation>Der Tokenizer in {folder} beendet einen Text mit Token {last}, das Modell erwartet aber Token {ends}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} ends a text with nothing, but the model expects token {ends}.</source>
        <translation>Der Tokenizer in {folder} hängt an einen Text kein Endtoken an, das Modell erwartet aber Token {ends}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>A text cannot be tokenized: {error}</source>
        <translation>Ein Text lässt sich nicht in Token zerlegen: {error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>{folder} contains no vocabulary ({vocabulary_files}).</source>
        <translation>{folder} enthält kein Vokabular ({vocabulary_files}).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>Choose a tokenizer&apos;s folder.</source>
        <translation>Den Ordner eines Tokenizers wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} knows only special tokens: its vocabulary is missing.</source>
        <translation>Der Tokenizer in {folder} kennt nur besondere Token: Sein Vokabular fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} knows {known} tokens, but its files mention {expected}: its vocabulary is missing or belongs to another model.</source>
        <translation>Der Tokenizer in {folder} kennt {known} Token, seine Dateien nennen aber {expected}: Sein Vokabular fehlt oder gehört zu einem anderen Modell.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} does not know its end token {wanted}.</source>
        <translation>Der Tokenizer in {folder} kennt sein Endtoken {wanted} nicht.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>Download the folder again; it is incomplete.</source>
        <translation>Den Ordner noch einmal herunterladen; er ist unvollständig.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>stabilityai/stable-cascade {efficient_net_file}</source>
        <translation>stabilityai/stable-cascade {efficient_net_file}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>There is no VAE in {listed}.</source>
        <translation>In {listed} ist kein VAE.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>{base} contains no VAE.</source>
        <translation>{base} enthält keinen VAE.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>The {what} &quot;{name}&quot; of the config ({path}) contains no EfficientNet that Larder knows.</source>
        <translation>{what} „{name}“ der Config ({path}) enthält kein EfficientNet, das Larder kennt.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>The {what} &quot;{name}&quot; of the config ({path}) contains no VAE that Larder knows.</source>
        <translation>{what} „{name}“ der Config ({path}) enthält keinen VAE, den Larder kennt.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>{folder} contains a VAE of the class {class_name}, which Larder does not know.</source>
        <translation>{folder} enthält einen VAE der Klasse {class_name}, die Larder nicht kennt.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>It knows {vae_classes}.</source>
        <translation>Bekannt sind {vae_classes}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>{size}x{size2} is not a picture size.</source>
        <translation>Eine Bildgröße von {size}x{size2} gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>The image processor {name} returns {shape}x{shape2} pixels, although {size}x{size2} is set.</source>
        <translation>Der Bildprozessor {name} liefert {shape}x{shape2} Pixel, obwohl {size}x{size2} eingestellt ist.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>Leave out the size.</source>
        <translation>Die Größe weglassen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>This image processor has no size that could be part of a key.</source>
        <translation>Dieser Bildprozessor hat keine Größe, die Teil eines Schlüssels sein könnte.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>This image processor does not resize (do_resize is off).</source>
        <translation>Dieser Bildprozessor ändert keine Größen (do_resize ist aus).</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>This image processor returns squares, not {height}x{width}.</source>
        <translation>Dieser Bildprozessor liefert Quadrate, nicht {height}x{width}.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>Choose {longer}x{longer2}.</source>
        <translation>{longer}x{longer2} wählen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>The size of this image processor cannot be set.</source>
        <translation>Die Größe dieses Bildprozessors lässt sich nicht einstellen.</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>This image processor does not accept {wanted} for {name}.</source>
        <translation>Dieser Bildprozessor nimmt {wanted} für {name} nicht an.</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>the file</source>
        <translation>die Datei</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>The cache folder {folder} cannot be listed: {reason}.</source>
        <translation>Der Cache-Ordner {folder} lässt sich nicht auflisten: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>Check that you have permission to read it.</source>
        <translation>Prüfen, ob Leserechte vorhanden sind.</translation>
    </message>
    <message>
        <location filename="../../core/files/ascii_json.py"/>
        <source>it is nested too deeply</source>
        <translation>er ist zu tief verschachtelt</translation>
    </message>
    <message>
        <location filename="../../core/files/atomic_write.py"/>
        <source>{target} cannot be replaced: {reason}.</source>
        <translation>{target} lässt sich nicht ersetzen: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/files/atomic_write.py"/>
        <source>Close the programs that may have it open, then try again.</source>
        <translation>Programme schließen, die es geöffnet haben könnten, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <location filename="../../core/files/atomic_write.py"/>
        <source>Another program saved {target} while Larder was writing it.</source>
        <translation>Ein anderes Programm hat {target} gespeichert, während Larder es schrieb.</translation>
    </message>
    <message>
        <location filename="../../core/files/atomic_write.py"/>
        <source>The other program&apos;s version was kept, and Larder wrote nothing. Survey again, then try again.</source>
        <translation>Die Fassung des anderen Programms blieb erhalten, und Larder hat nichts geschrieben. Bestand neu aufnehmen, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <location filename="../../core/files/byte_patch.py"/>
        <source>format {head} is of a newer version</source>
        <translation>Format {head} gehört zu einer neueren Version</translation>
    </message>
    <message>
        <location filename="../../core/files/byte_patch.py"/>
        <source>its content is not what was written</source>
        <translation>der Inhalt ist nicht der, der geschrieben wurde</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>it does not exist</source>
        <translation>sie ist nicht vorhanden</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>it is not a regular file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>its drive reports an error</source>
        <translation>das Laufwerk meldet einen Fehler</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>the disk is full</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>its drive is read-only</source>
        <translation>das Laufwerk ist schreibgeschützt</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>the system does not allow it</source>
        <translation>das System erlaubt es nicht</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>you do not have permission</source>
        <translation>die Zugriffsrechte fehlen</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>a part of its path is not a folder</source>
        <translation>ein Teil des Pfads ist kein Ordner</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>the links in its path form a loop</source>
        <translation>die Links im Pfad führen im Kreis</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>its name is too long for the drive</source>
        <translation>der Name ist zu lang für das Laufwerk</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>this program has too many open files</source>
        <translation>in diesem Programm sind zu viele Dateien offen</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>too many files are open on this computer</source>
        <translation>auf diesem Rechner sind zu viele Dateien offen</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>there is not enough memory</source>
        <translation>der Arbeitsspeicher reicht nicht</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>the network drive no longer has it</source>
        <translation>das Netzlaufwerk hat sie nicht mehr</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>your disk quota is used up</source>
        <translation>das Speicherkontingent ist aufgebraucht</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>Your pictures and captions are unchanged, and finished work is kept. Repeat this once the problem is solved.</source>
        <translation>Bilder und Captions sind unverändert, und was fertig war, bleibt erhalten. Wiederholen, sobald das Problem behoben ist.</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>No file was damaged. Free some space there, then try again.</source>
        <translation>Keine Datei wurde beschädigt. Dort Platz schaffen, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>The folder {folder} cannot be written to: {reason}.</source>
        <translation>In den Ordner {folder} lässt sich nicht schreiben: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>No file was damaged. Check the permissions of the folder, and whether its drive is read-only.</source>
        <translation>Keine Datei wurde beschädigt. Zugriffsrechte des Ordners prüfen und ob das Laufwerk schreibgeschützt ist.</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>{where} cannot be read or written: {why}.</source>
        <translation>{where} lässt sich nicht lesen oder schreiben: {why}.</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>The disk of {folder} is full: {free} bytes are free.</source>
        <translation>Der Datenträger von {folder} ist voll: {free} Bytes sind frei.</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>The disk of {folder} is full: {needed} bytes are needed, and {free} bytes are free.</source>
        <translation>Der Datenträger von {folder} ist voll: {needed} Bytes werden gebraucht, {free} Bytes sind frei.</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it is a named pipe, not a file</source>
        <translation>es ist eine benannte Pipe, keine Datei</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it is a socket, not a file</source>
        <translation>es ist ein Socket, keine Datei</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it is a device, not a file</source>
        <translation>es ist ein Gerät, keine Datei</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it is a drive, not a file</source>
        <translation>es ist ein Laufwerk, keine Datei</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>no file can have this name</source>
        <translation>keine Datei kann so heißen</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it has more than {at_most} bytes</source>
        <translation>sie hat mehr als {at_most} Bytes</translation>
    </message>
    <message>
        <location filename="../../core/files/store_lock.py"/>
        <source>If no Larder is running anywhere, delete {path}.</source>
        <translation>Falls nirgends ein Larder läuft, {path} löschen.</translation>
    </message>
    <message>
        <location filename="../../core/files/store_lock.py"/>
        <source>The cache {store} is locked by another Larder process.</source>
        <translation>Der Cache {store} ist von einem anderen Larder-Prozess gesperrt.</translation>
    </message>
    <message>
        <location filename="../../core/files/store_lock.py"/>
        <source>The cache {store} is locked by process {pid} on {host}.</source>
        <translation>Der Cache {store} ist von Prozess {pid} auf {host} gesperrt.</translation>
    </message>
    <message>
        <location filename="../../core/files/store_lock.py"/>
        <source>Wait until it has finished, then try again. {more}</source>
        <translation>Warten, bis er fertig ist, dann noch einmal versuchen. {more}</translation>
    </message>
    <message>
        <location filename="../../core/files/store_paths.py"/>
        <source>{path} is a link and was not used.</source>
        <translation>{path} ist ein Link und wurde nicht benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/files/store_paths.py"/>
        <source>Larder writes only to real files and folders in a cache. Remove the link.</source>
        <translation>Larder schreibt in einem Cache nur in echte Dateien und Ordner. Den Link entfernen.</translation>
    </message>
    <message>
        <location filename="../../core/files/store_paths.py"/>
        <source>The name {name} could lead out of its folder and was not used.</source>
        <translation>Der Name {name} könnte aus seinem Ordner hinausführen und wurde nicht benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/files/store_paths.py"/>
        <source>The file that lists it may be damaged or come from an untrusted source.</source>
        <translation>Die Datei, die ihn aufführt, ist vielleicht beschädigt oder stammt aus einer nicht vertrauenswürdigen Quelle.</translation>
    </message>
    <message>
        <location filename="../../core/files/system_files.py"/>
        <source>system volume information</source>
        <translation>system volume information</translation>
    </message>
    <message>
        <location filename="../../core/files/table_file.py"/>
        <source>The folder {parent} does not exist.</source>
        <translation>Den Ordner {parent} gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/files/table_file.py"/>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../core/files/table_file.py"/>
        <source>writing rows</source>
        <translation>Zeilen werden geschrieben</translation>
    </message>
    <message>
        <location filename="../../core/files/temp_names.py"/>
        <source>{target}: the leftover of an interrupted write was removed.</source>
        <translation>{target}: Der Rest eines unterbrochenen Schreibvorgangs wurde entfernt.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/moved_folder.py"/>
        <source>looking for the folder</source>
        <translation>Ordner wird gesucht</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/readopt.py"/>
        <source>It has changed since its cached files were made.</source>
        <translation>Sie hat sich geändert, seit ihre Cache-Dateien erstellt wurden.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/readopt.py"/>
        <source>reading cached files</source>
        <translation>Cache-Dateien werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/readopt.py"/>
        <source>Its cached file {missing} is missing.</source>
        <translation>Die Cache-Datei {missing} fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Numbered cache folders store no picture paths. Only the names of their groups depend on the concept&apos;s folder: once the concept names the new folder, a build moves the cached files without encoding them again.</source>
        <translation>Nummerierte Cache-Ordner speichern keine Bildpfade. Nur die Namen ihrer Gruppen hängen vom Ordner des Konzepts ab: Sobald das Konzept den neuen Ordner nennt, verschiebt ein Build die Cache-Dateien, ohne sie neu zu encodieren.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Windows</source>
        <translation>Windows</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Linux</source>
        <translation>Linux</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Both folders are needed.</source>
        <translation>Beide Ordner werden gebraucht.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Give the old and the new folder.</source>
        <translation>Den alten und den neuen Ordner angeben.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>{old} and {new} are the same folder.</source>
        <translation>{old} und {new} sind derselbe Ordner.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Choose the folder where its files are now.</source>
        <translation>Den Ordner wählen, in dem die Dateien jetzt liegen.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>The caches use {system} paths, and {new} is not one.</source>
        <translation>Die Caches verwenden Pfade von {system}, und {new} ist keiner.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Choose an existing folder.</source>
        <translation>Einen vorhandenen Ordner wählen.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>comparing files</source>
        <translation>Dateien werden verglichen</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>renaming entries</source>
        <translation>Einträge werden umbenannt</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>{path} cannot be read, so Larder cannot tell whether this is the moved folder.</source>
        <translation>{path} ist nicht lesbar, daher kann Larder nicht feststellen, ob dies der verschobene Ordner ist.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>None of the {count} compared files is the same in {new}.</source>
        <translation>Keine der {count} verglichenen Dateien ist in {new} dieselbe.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>This is not the moved folder. Choose another one.</source>
        <translation>Das ist nicht der verschobene Ordner. Einen anderen wählen.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>The new folder</source>
        <translation>Der neue Ordner</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/repair.py"/>
        <source>reading indexes</source>
        <translation>Indexe werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/repair.py"/>
        <source>The index {value} was damaged ({damage}) and has {count} entry now.</source>
        <translation>Der Index {value} war beschädigt ({damage}) und hat jetzt {count} Eintrag.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/repair.py"/>
        <source>The index {value} was damaged ({damage}) and has {count} entries now.</source>
        <translation>Der Index {value} war beschädigt ({damage}) und hat jetzt {count} Einträge.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/touch.py"/>
        <source>Its date is stored already, or its content has changed.</source>
        <translation>Das Datum ist schon gemerkt, oder der Inhalt hat sich geändert.</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/touch.py"/>
        <source>Its file changed after the plan was made.</source>
        <translation>Die Datei hat sich nach dem Planen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/keys/cache_keys.py"/>
        <source>sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <location filename="../../core/keys/cache_keys.py"/>
        <source>limit in samples</source>
        <translation>Grenze in Abtastwerten</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>Download the file again; it is incomplete.</source>
        <translation>Die Datei noch einmal herunterladen; sie ist unvollständig.</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>{path} is not a safetensors file.</source>
        <translation>{path} ist keine safetensors-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>{path} has {count} arrays; the limit is {most_tensors}.</source>
        <translation>{path} enthält {count} Arrays; die Grenze liegt bei {most_tensors}.</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>Check that it is the checkpoint of a model.</source>
        <translation>Prüfen, ob es der Checkpoint eines Modells ist.</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>{path} is incomplete.</source>
        <translation>{path} ist unvollständig.</translation>
    </message>
    <message>
        <location filename="../../core/keys/hash_memory.py"/>
        <source>The stored file hashes in {path} are not used: {error}.</source>
        <translation>Die gespeicherten Datei-Hashes in {path} werden nicht benutzt: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/keys/hash_memory.py"/>
        <source>The stored file hashes in {path} were damaged and are collected again: {error}.</source>
        <translation>Die gespeicherten Datei-Hashes in {path} waren beschädigt und werden neu gesammelt: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Effnet Encoder</source>
        <translation>Effnet-Encoder</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Text Encoder</source>
        <translation>Text-Encoder</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Text Encoder 2</source>
        <translation>Text-Encoder 2</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Text Encoder 3</source>
        <translation>Text-Encoder 3</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Text Encoder 4</source>
        <translation>Text-Encoder 4</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Flip</source>
        <translation>Festes Spiegeln</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Rotation</source>
        <translation>Zufällige Drehung</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Rotation</source>
        <translation>Feste Drehung</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Rotation Angle</source>
        <translation>Drehwinkel</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Brightness</source>
        <translation>Zufällige Helligkeit</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Brightness</source>
        <translation>Feste Helligkeit</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Brightness Strength</source>
        <translation>Stärke der Helligkeit</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Contrast</source>
        <translation>Zufälliger Kontrast</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Contrast</source>
        <translation>Fester Kontrast</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Contrast Strength</source>
        <translation>Stärke des Kontrasts</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Saturation</source>
        <translation>Zufällige Sättigung</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Saturation</source>
        <translation>Feste Sättigung</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Saturation Strength</source>
        <translation>Stärke der Sättigung</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Hue</source>
        <translation>Zufälliger Farbton</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Hue</source>
        <translation>Fester Farbton</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Hue Strength</source>
        <translation>Stärke des Farbtons</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Circular Mask Generation</source>
        <translation>Kreismasken</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Rotate and Crop</source>
        <translation>Zuschnitt nach Maske</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Prompt Source</source>
        <translation>Quelle der Prompts</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Prompt File</source>
        <translation>Prompt-Datei</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Tag Delimiter</source>
        <translation>Tag-Trennzeichen</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Keep Tag Count</source>
        <translation>Behaltene Tags</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Tag Dropout</source>
        <translation>Tag-Dropout</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Dropout Mode</source>
        <translation>Tag-Dropout: Art</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Dropout Probability</source>
        <translation>Tag-Dropout: Anteil</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Special Dropout Tags Mode</source>
        <translation>Besondere Tags: Art</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Special Dropout Tags</source>
        <translation>Besondere Tags</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Special Tags Regex</source>
        <translation>Besondere Tags: Regex</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Randomize Capitalization</source>
        <translation>Zufällige Großschreibung</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Capitalization Mode</source>
        <translation>Großschreibung: Art</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Capitalization Probability</source>
        <translation>Großschreibung: Anteil</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Force Lowercase</source>
        <translation>Nur Kleinschreibung</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>weights {digest}</source>
        <translation>Gewichte {digest}</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>encoded with {named}, not {named2}</source>
        <translation>encodiert mit {named}, nicht {named2}</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>{weights_suffix} weights</source>
        <translation>Gewichte {weights_suffix}</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>{name}: off → on</source>
        <translation>{name}: aus → an</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>{name}: on → off</source>
        <translation>{name}: an → aus</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>{have} (weights {old})</source>
        <translation>{have} (Gewichte {old})</translation>
    </message>
    <message>
        <location filename="../../core/keys/strict_fingerprint.py"/>
        <source>{where} contains itself, so it cannot be compared.</source>
        <translation>{where} enthält sich selbst und lässt sich daher nicht vergleichen.</translation>
    </message>
    <message>
        <location filename="../../core/keys/strict_fingerprint.py"/>
        <source>{where} is a {qualname}, which cannot be compared.</source>
        <translation>{where} ist ein {qualname} und lässt sich nicht vergleichen.</translation>
    </message>
    <message>
        <location filename="../../core/keys/strict_fingerprint.py"/>
        <source>{where} is an array of objects, which cannot be compared.</source>
        <translation>{where} ist ein Array von Objekten und lässt sich nicht vergleichen.</translation>
    </message>
    <message>
        <location filename="../../core/keys/strict_fingerprint.py"/>
        <source>{where} contains {dtype} values, which cannot be compared.</source>
        <translation>{where} enthält Werte vom Typ {dtype}, die sich nicht vergleichen lassen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/file_bytes.py"/>
        <source>Build this cached file again; a trainer would stop at it.</source>
        <translation>Diese Cache-Datei neu erstellen; ein Trainer würde daran abbrechen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/file_bytes.py"/>
        <source>{name} is a folder, not a cached file.</source>
        <translation>{name} ist ein Ordner, keine Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/file_bytes.py"/>
        <source>{file} is empty (0 bytes).</source>
        <translation>{file} ist leer (0 Bytes).</translation>
    </message>
    <message>
        <location filename="../../core/payloads/file_bytes.py"/>
        <source>{file} was truncated while it was being read.</source>
        <translation>{file} wurde beim Lesen abgeschnitten.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/npz.py"/>
        <source>{file} is damaged: {member} is not stored as a plain array.</source>
        <translation>{file} ist beschädigt: {member} ist nicht als einfaches Array gespeichert.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/npz.py"/>
        <source>{file} is empty: it contains no array.</source>
        <translation>{file} ist leer: kein Array darin.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/npz.py"/>
        <source>{name} contains no array {name2}.</source>
        <translation>{name} enthält kein Array {name2}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/npz.py"/>
        <source>{name} is a zip file, but contains {member}, which is not an array.</source>
        <translation>{name} ist eine ZIP-Datei, enthält aber {member}, was kein Array ist.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/open_payload.py"/>
        <source>{name} is not a cached file of a known kind.</source>
        <translation>{name} ist keine Cache-Datei bekannter Art.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/open_payload.py"/>
        <source>Larder reads torch files (.pt), numpy files (.npz), trees (.manifest with .data) and .safetensors.</source>
        <translation>Larder liest torch-Dateien (.pt), numpy-Dateien (.npz), Bäume (.manifest mit .data) und .safetensors.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/packed.py"/>
        <source>{name} has {size} bytes, which is too large for an export in one file.</source>
        <translation>{name} hat {size} Bytes, zu viel für einen Export in eine Datei.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/packed.py"/>
        <source>Export to a folder.</source>
        <translation>In einen Ordner exportieren.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/packed.py"/>
        <source>{file} contains {compressed} in compressed form, but a file that Larder exports is never compressed.</source>
        <translation>{file} enthält {compressed} in komprimierter Form; eine von Larder exportierte Datei ist aber nie komprimiert.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pickle_imports.py"/>
        <source>Do not train with it, and do not open it with a program that unpickles it.</source>
        <translation>Nicht damit trainieren und nicht mit einem Programm öffnen, das Pickles ausführt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pickle_imports.py"/>
        <source>{payload} is refused: it {what}, and a trainer that opens this file would run code from it.</source>
        <translation>{payload} wird abgelehnt ({what}): Ein Trainer, der diese Datei öffnet, würde Code daraus ausführen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pickle_imports.py"/>
        <source>{file} names {shown}, which no cache needs.</source>
        <translation>{file} nennt {shown}, was kein Cache braucht.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pickle_imports.py"/>
        <source>{file} is a pickle that is too large to be checked.</source>
        <translation>{file} ist ein Pickle, das zum Prüfen zu groß ist.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt.py"/>
        <source>a number with that many digits</source>
        <translation>eine Zahl mit so vielen Ziffern</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt.py"/>
        <source>a file of four gigabytes</source>
        <translation>eine Datei von vier Gigabyte</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} gives two values the same name.</source>
        <translation>{file} gibt zwei Werten denselben Namen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} contains something that is not a value.</source>
        <translation>{file} enthält etwas, das kein Wert ist.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} describes more than {most_values} values.</source>
        <translation>{file} beschreibt mehr als {most_values} Werte.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} nests more than {deepest} containers.</source>
        <translation>{file} verschachtelt mehr als {deepest} Container.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} uses a name that is neither text nor a number.</source>
        <translation>{file} benutzt einen Namen, der weder Text noch Zahl ist.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{payload} is refused: it {what}.</source>
        <translation>{payload} wird abgelehnt: {what}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>repeats {name} to {bytes} bytes</source>
        <translation>wiederholt {name} bis auf {bytes} Bytes</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} describes {name} in an impossible way.</source>
        <translation>{file} beschreibt {name} auf unmögliche Weise.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} lacks its version number.</source>
        <translation>In {file} fehlt die Versionsnummer.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{name} contains compressed values, which no trainer writes.</source>
        <translation>{name} enthält komprimierte Werte, was kein Trainer schreibt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} is damaged: storage {key} has the wrong length.</source>
        <translation>{file} ist beschädigt: Der Speicher {key} hat die falsche Länge.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} is damaged: its byte order is unknown.</source>
        <translation>{file} ist beschädigt: Die Bytereihenfolge ist unbekannt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} marks {name} in a way that torch never does.</source>
        <translation>{file} kennzeichnet {name} auf eine Weise, wie es torch nie tut.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>Do not open this file with a program that unpickles it.</source>
        <translation>Diese Datei nicht mit einem Programm öffnen, das Pickles ausführt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} is not a pickle of protocol {protocol}.</source>
        <translation>{file} ist kein Pickle mit Protokoll {protocol}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{payload} is damaged: its pickle is incomplete.</source>
        <translation>{payload} ist beschädigt: Das Pickle ist unvollständig.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} uses the pickle instruction {name_of} in the wrong place.</source>
        <translation>{file} benutzt die Pickle-Anweisung {name_of} an der falschen Stelle.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} contains very large integers.</source>
        <translation>{file} enthält sehr große ganze Zahlen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} uses a nested or very long tuple twice.</source>
        <translation>{file} benutzt ein verschachteltes oder sehr langes Tupel zweimal.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} stores values under very large memo numbers.</source>
        <translation>{file} speichert Werte unter sehr großen Memo-Nummern.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{payload} is refused: it {what}, which no trainer writes.</source>
        <translation>{payload} wird abgelehnt: {what}, was kein Trainer schreibt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{payload} is damaged: its pickle is not valid ({error}).</source>
        <translation>{payload} ist beschädigt: Das Pickle ist ungültig ({error}).</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{payload} is refused: its pickle has {size} bytes, and the limit for a cached file is {largest_pickle}. Only the list of a numbered folder, aggregate.pt, may be larger.</source>
        <translation>{payload} wird abgelehnt: Sein Pickle hat {size} Bytes, die Grenze für eine Cache-Datei liegt bei {largest_pickle}. Nur die Liste eines nummerierten Ordners, aggregate.pt, darf größer sein.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{file} contains a compressed list.</source>
        <translation>{file} enthält eine komprimierte Liste.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{payload} needs more memory than is available.</source>
        <translation>{payload} braucht mehr Arbeitsspeicher, als verfügbar ist.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{file} uses a mapping of its list twice.</source>
        <translation>{file} benutzt eine Zuordnung seiner Liste zweimal.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{file} stores values under memo numbers with gaps.</source>
        <translation>{file} speichert Werte unter Memo-Nummern, die Lücken haben.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{payload} contains no list of items.</source>
        <translation>{payload} enthält keine Liste von Elementen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{payload} contains something other than mappings.</source>
        <translation>{payload} enthält etwas anderes als Zuordnungen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{file} describes more than {most_waiting} values at a time.</source>
        <translation>{file} beschreibt mehr als {most_waiting} Werte auf einmal.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>Export it as a pair of files instead, with a name without an extension.</source>
        <translation>Stattdessen als Dateipaar exportieren, mit einem Namen ohne Endung.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{name}: {name2} has the unknown type {dtype}.</source>
        <translation>{name}: {name2} hat den unbekannten Typ {dtype}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{file} gives {name} a shape that no array can have.</source>
        <translation>{file} gibt {name} eine Form, die kein Array haben kann.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{file} is damaged: the length of {name} does not match its shape.</source>
        <translation>{file} ist beschädigt: Die Länge von {name} passt nicht zu seiner Form.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{name} has the type {dtype}, which a safetensors file cannot store.</source>
        <translation>{name} hat den Typ {dtype}, den eine safetensors-Datei nicht speichern kann.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{count} arrays are too many for a safetensors file: the limit is {most_tensors} arrays and {value} MB of names.</source>
        <translation>{count} Arrays sind zu viele für eine safetensors-Datei: Die Grenze liegt bei {most_tensors} Arrays und {value} MB an Namen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors_header.py"/>
        <source>{name} is empty.</source>
        <translation>{name} ist leer.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors_header.py"/>
        <source>{name} is incomplete: its header is cut off.</source>
        <translation>{name} ist unvollständig: Der Dateikopf ist abgeschnitten.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors_header.py"/>
        <source>{name} is damaged: its header is not that of a safetensors file.</source>
        <translation>{name} ist beschädigt: Der Dateikopf ist nicht der einer Safetensors-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors_header.py"/>
        <source>{name} is incomplete: {value} bytes are missing.</source>
        <translation>{name} ist unvollständig: Es fehlen {value} Bytes.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/sealed_npz.py"/>
        <source>The cached file describes other arrays than it contains.</source>
        <translation>Die Cache-Datei beschreibt andere Arrays, als sie enthält.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/sealed_npz.py"/>
        <source>{name} is damaged: its content is not what was written.</source>
        <translation>{name} ist beschädigt: Der Inhalt ist nicht der, der geschrieben wurde.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/sealed_npz.py"/>
        <source>{name} has a checksum that cannot be read.</source>
        <translation>{name} hat eine unlesbare Prüfsumme.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tensors.py"/>
        <source>torch cannot read {path}: its pickle is damaged or would run code.</source>
        <translation>torch kann {path} nicht lesen: Das Pickle ist beschädigt oder würde Code ausführen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tensors.py"/>
        <source>torch cannot read {path}: {error}</source>
        <translation>torch kann {path} nicht lesen: {error}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{file} is not a torch file: there is data before its zip file.</source>
        <translation>{file} ist keine torch-Datei: Vor der ZIP-Datei stehen Daten.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{file} contains the name {name} twice.</source>
        <translation>{file} enthält den Namen {name} zweimal.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{file} is a TorchScript program.</source>
        <translation>{file} ist ein TorchScript-Programm.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{name} is a zip file, but not a torch file.</source>
        <translation>{name} ist eine ZIP-Datei, aber keine torch-Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{file} is a tar archive of pickles.</source>
        <translation>{file} ist ein tar-Archiv mit Pickles.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>{path} is not a tree manifest.</source>
        <translation>{path} ist kein Baum-Manifest.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The data file of {name} is missing.</source>
        <translation>Die Datendatei von {name} fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>Several files could hold the data of {name}.</source>
        <translation>Mehrere Dateien könnten die Daten von {name} enthalten.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>{name} has no manifest next to it.</source>
        <translation>Neben {name} liegt kein Manifest.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>A tree&apos;s data can only be read with its manifest.</source>
        <translation>Die Daten eines Baums sind nur mit seinem Manifest lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The data file {name} is missing.</source>
        <translation>Die Datendatei {name} fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The data of {name} is incomplete: it ends at {size} bytes, before the end of the leaf {text}.</source>
        <translation>Die Daten von {name} sind unvollständig: Sie enden bei {size} Bytes, vor dem Ende des Blatts {text}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The data of {name} has {size} bytes instead of {bytes}.</source>
        <translation>Die Daten von {name} haben {size} Bytes statt {bytes}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The leaf {text} of {name} is damaged: its content is not what was written.</source>
        <translation>Das Blatt {text} von {name} ist beschädigt: Der Inhalt ist nicht der, der geschrieben wurde.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: its checksum is wrong.</source>
        <translation>{file} ist beschädigt: Die Prüfsumme stimmt nicht.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is not a tree manifest: {error}.</source>
        <translation>{file} ist kein Baum-Manifest: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} has the unknown format {document}.</source>
        <translation>{file} hat das unbekannte Format {document}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} lists data outside its folder.</source>
        <translation>{file} nennt Daten außerhalb seines Ordners.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} lists no root.</source>
        <translation>{file} führt keine Wurzel auf.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is below a leaf.</source>
        <translation>{file} liegt unter einem Blatt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is listed twice.</source>
        <translation>{file} ist zweimal aufgeführt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} has a negative offset, size or shape.</source>
        <translation>{file} hat negativen Versatz, Größe oder Form.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} has {count} axes.</source>
        <translation>{file} hat {count} Achsen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} should have {bytes} bytes, but its shape and type need {needed}.</source>
        <translation>{file} sollte {bytes} Bytes haben, Form und Typ brauchen aber {needed}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} has a shape that no array can have.</source>
        <translation>{file} hat eine Form, die kein Array haben kann.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is beyond the end of the data.</source>
        <translation>{file} liegt hinter dem Ende der Daten.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} shares bytes with another leaf.</source>
        <translation>{file} teilt sich Bytes mit einem anderen Blatt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged or refused: {pathtexts} {problem}.</source>
        <translation>{file} ist beschädigt oder wird abgelehnt: {pathtexts} {problem}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: node {place} has the parent {parent}.</source>
        <translation>{file} ist beschädigt: Knoten {place} hat den Elternknoten {parent}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: node {place} has no checksum.</source>
        <translation>{file} ist beschädigt: Knoten {place} hat keine Prüfsumme.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: {value} is not a key.</source>
        <translation>{file} ist beschädigt: {value} ist kein Schlüssel.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: it is not text.</source>
        <translation>{file} ist beschädigt: Es ist kein Text.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged or refused: {error}.</source>
        <translation>{file} ist beschädigt oder wird abgelehnt: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} contradicts itself: {error}.</source>
        <translation>{file} widerspricht sich: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>it is not a list</source>
        <translation>es ist keine Liste</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>a comma is missing (near position {position})</source>
        <translation>ein Komma fehlt (bei Position {position})</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>there is data after the end</source>
        <translation>hinter dem Ende stehen Daten</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>an entry is not a mapping of dtype, nbytes, offset, path, shape</source>
        <translation>ein Eintrag ist keine Zuordnung aus dtype, nbytes, offset, path, shape</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>an entry has a field of the wrong type</source>
        <translation>ein Eintrag hat ein Feld falschen Typs</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>a leaf at the root must be the only one</source>
        <translation>ein Blatt an der Wurzel muss das einzige sein</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>it is below a leaf</source>
        <translation>es liegt unter einem Blatt</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{path_text} is listed twice</source>
        <translation>{path_text} ist zweimal aufgeführt</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>type {code} is not a plain value type</source>
        <translation>Typ {code} ist kein einfacher Werttyp</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>type {code} is unknown: {error}</source>
        <translation>Typ {code} ist unbekannt: {error}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>type {code} has no bytes</source>
        <translation>Typ {code} hat keine Bytes</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>an array of Python objects cannot be written</source>
        <translation>ein Array aus Python-Objekten lässt sich nicht schreiben</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>an array of records (structured dtype) cannot be written</source>
        <translation>ein Array aus Datensätzen (strukturierter dtype) lässt sich nicht schreiben</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>arrays of type {name} cannot be written</source>
        <translation>Arrays vom Typ {name} lassen sich nicht schreiben</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>this mapping contains itself</source>
        <translation>diese Zuordnung enthält sich selbst</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>a {qualname} is neither a mapping nor an array</source>
        <translation>{qualname} ist weder Zuordnung noch Array</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>it exists next to a leaf at the root</source>
        <translation>es steht neben einem Blatt an der Wurzel</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>there is a leaf above it, at depth {depth}</source>
        <translation>darüber liegt ein Blatt, in Tiefe {depth}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>it is both a leaf and a mapping</source>
        <translation>es ist Blatt und Zuordnung zugleich</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>it is listed twice</source>
        <translation>es ist zweimal aufgeführt</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>True</source>
        <translation>True</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>False</source>
        <translation>False</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{token} does not start a value</source>
        <translation>mit {token} beginnt kein Wert</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>it ends too early</source>
        <translation>es endet zu früh</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{text} is not a literal</source>
        <translation>{text} ist kein Literal</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{problem} (near position {position})</source>
        <translation>{problem} (bei Position {position})</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{token} contains more than bytes</source>
        <translation>{token} enthält mehr als Bytes</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{token} is not a number</source>
        <translation>{token} ist keine Zahl</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>frozenset( must contain exactly one collection</source>
        <translation>frozenset( muss genau eine Sammlung enthalten</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{word}( must contain exactly one {name}</source>
        <translation>{word}( muss genau ein {name} enthalten</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a comma is missing</source>
        <translation>ein Komma fehlt</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a mapping lacks a value</source>
        <translation>einer Zuordnung fehlt ein Wert</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a mapping contains a key twice</source>
        <translation>eine Zuordnung enthält einen Schlüssel zweimal</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a member cannot be a key: {error}</source>
        <translation>ein Element kann kein Schlüssel sein: {error}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>more than {deepest} nested brackets</source>
        <translation>mehr als {deepest} verschachtelte Klammern</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{group} is not a character</source>
        <translation>{group} ist kein Zeichen</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{group} is not a known escape sequence</source>
        <translation>{group} ist keine bekannte Escape-Folge</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>NaN cannot be a key: it is not equal to itself</source>
        <translation>NaN kann kein Schlüssel sein: Es ist sich selbst nicht gleich</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a key of type {module}.{qualname} cannot be written; possible are texts, numbers, bools, None, bytes and tuples or frozensets of these</source>
        <translation>ein Schlüssel vom Typ {module}.{qualname} lässt sich nicht schreiben; möglich sind Texte, Zahlen, bool, None, bytes sowie Tupel oder frozensets davon</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a key has more than {deepest_key} levels of tuples or sets</source>
        <translation>ein Schlüssel hat mehr als {deepest_key} Ebenen von Tupeln oder Mengen</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>a transform is given for something that is not a leaf</source>
        <translation>eine Umwandlung ist für etwas angegeben, das kein Blatt ist</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>its transform returned a {qualname}, not an array</source>
        <translation>seine Umwandlung ergab {qualname}, kein Array</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>its transform returned an array that is not possible: {error}</source>
        <translation>seine Umwandlung ergab ein Array, das es nicht geben kann: {error}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>Choose another name, or remove it first.</source>
        <translation>Einen anderen Namen wählen oder es zuerst entfernen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>the original&apos;s manifest cannot contain the key {key}</source>
        <translation>das Manifest des Originals kann den Schlüssel {key} nicht enthalten</translation>
    </message>
    <message>
        <location filename="../../core/payloads/value_checks.py"/>
        <source>{infinite} infinite</source>
        <translation>{infinite} unendlich</translation>
    </message>
    <message>
        <location filename="../../core/payloads/value_checks.py"/>
        <source>{name} contains {counts} of {size} values</source>
        <translation>{name} enthält {counts} von {size} Werten</translation>
    </message>
    <message>
        <location filename="../../core/payloads/value_checks.py"/>
        <source>{name} contains only zeros ({size} values)</source>
        <translation>{name} enthält nur Nullen ({size} Werte)</translation>
    </message>
    <message>
        <location filename="../../core/payloads/value_checks.py"/>
        <source>{name} contains NaN or infinite values</source>
        <translation>{name} enthält NaN oder unendliche Werte</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: there is data after its zip directory.</source>
        <translation>{file} ist beschädigt: Hinter dem ZIP-Verzeichnis stehen Daten.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory refers to other disks.</source>
        <translation>{file} ist beschädigt: Das ZIP-Verzeichnis verweist auf andere Datenträger.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory is in the wrong place.</source>
        <translation>{file} ist beschädigt: Das ZIP-Verzeichnis ist an der falschen Stelle.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{name} lists {count} members in {size} bytes; the limit is {largest}.</source>
        <translation>{name} führt {count} Einträge in {size} Bytes auf; die Grenze liegt bei {largest}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip64 directory is in the wrong place.</source>
        <translation>{file} ist beschädigt: Das ZIP64-Verzeichnis ist an der falschen Stelle.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory has a broken record.</source>
        <translation>{file} ist beschädigt: Das ZIP-Verzeichnis hat einen defekten Eintrag.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} stores {name} encrypted, or compressed in a way that no trainer uses.</source>
        <translation>{file} speichert {name} verschlüsselt oder auf eine Weise komprimiert, die kein Trainer benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: the size of {name} is wrong.</source>
        <translation>{file} ist beschädigt: Die Größe von {name} stimmt nicht.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: {name} is not marked as a file of this archive.</source>
        <translation>{file} ist beschädigt: {name} ist nicht als Datei dieses Archivs gekennzeichnet.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory is incomplete.</source>
        <translation>{file} ist beschädigt: Das ZIP-Verzeichnis ist unvollständig.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory and its member count do not match.</source>
        <translation>{file} ist beschädigt: Das ZIP-Verzeichnis passt nicht zur angegebenen Zahl von Einträgen.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is incomplete: its zip directory is missing.</source>
        <translation>{file} ist unvollständig: Das ZIP-Verzeichnis fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is a single .npy array, not an .npz file.</source>
        <translation>{file} ist ein einzelnes .npy-Array, keine .npz-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is a torch file in the format from before torch 1.6, which no trainer cache uses.</source>
        <translation>{file} ist eine torch-Datei im Format vor torch 1.6, das kein Trainer-Cache benutzt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is not a zip file.</source>
        <translation>{file} ist keine ZIP-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} has a damaged header before its member {name}.</source>
        <translation>{file} hat einen beschädigten Kopf vor {name}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} has a member {name} that overlaps its directory.</source>
        <translation>{file} enthält ein {name}, das mit seinem Verzeichnis überlappt.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} needs {bytes} bytes of memory.</source>
        <translation>{file} braucht {bytes} Bytes Arbeitsspeicher.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} lacks the member {name}.</source>
        <translation>In {file} fehlt {name}.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: the checksum of {name} is wrong.</source>
        <translation>{file} ist beschädigt: Die Prüfsumme von {name} stimmt nicht.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: {name} is too short.</source>
        <translation>{file} ist beschädigt: {name} ist zu kurz.</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: {name} cannot be decompressed.</source>
        <translation>{file} ist beschädigt: {name} lässt sich nicht entpacken.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/feature_memory.py"/>
        <source>reading what is cached</source>
        <translation>Cache wird gelesen</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/features.py"/>
        <source>{name} contains no latent of a picture.</source>
        <translation>{name} enthält kein Latent eines Bildes.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/features.py"/>
        <source>The latent in {name} does not have the shape of a picture.</source>
        <translation>Das Latent in {name} hat nicht die Form eines Bildes.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/features.py"/>
        <source>{name} contains no embedding of a text.</source>
        <translation>{name} enthält kein Embedding eines Textes.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/features.py"/>
        <source>{name} contains values that are not numbers.</source>
        <translation>{name} enthält Werte, die keine Zahlen sind.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/layout.py"/>
        <source>laying out the map</source>
        <translation>Karte wird angeordnet</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>Its shape differs from most of this cache.</source>
        <translation>Die Form unterscheidet sich von den meisten in diesem Cache.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>No pictures are cached for this config.</source>
        <translation>Für diese Config sind keine Bilder gecacht.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>Build the pictures&apos; cache first.</source>
        <translation>Zuerst den Cache der Bilder erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>No captions are cached for this config, so there is no map of them.</source>
        <translation>Für diese Config sind keine Captions gecacht, also gibt es davon keine Karte.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>Show the map of latents, or build the captions&apos; cache first.</source>
        <translation>Die Karte der Latents anzeigen oder zuerst den Cache der Captions erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>Only the config and its concepts say which picture, caption and cached files belong together.</source>
        <translation>Nur die Config und ihre Konzepte sagen, welches Bild, welche Caption und welche Cache-Dateien zusammengehören.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>This needs OneTrainer&apos;s caches of pictures and captions, and there is none here.</source>
        <translation>Dafür braucht es die Caches von OneTrainer für Bilder und Captions; hier ist keiner.</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/notable.py"/>
        <source>looking for mirror images</source>
        <translation>Spiegelbilder werden gesucht</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>{text} is not a size.</source>
        <translation>{text} ist keine Größe.</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>Write it as 10GB, 500MB or 2GiB.</source>
        <translation>Schreibweise: 10GB, 500MB oder 2GiB.</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>{text} is not a duration.</source>
        <translation>{text} ist keine Dauer.</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>Write it as 90d, 12h, 30m or 4w.</source>
        <translation>Schreibweise: 90d, 12h, 30m oder 4w.</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>Write it as 384x512, height first.</source>
        <translation>Schreibweise: 384x512, Höhe zuerst.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You added {names}.</source>
        <translation>Hinzugefügt: {names}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You removed {names}.</source>
        <translation>Entfernt: {names}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You edited {names}.</source>
        <translation>Bearbeitet: {names}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You changed the mask of {names}.</source>
        <translation>Maske geändert: {names}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You moved {names} to other folders.</source>
        <translation>In andere Ordner verschoben: {names}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You renamed {names}.</source>
        <translation>Umbenannt: {names}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You renamed {before} to {after}.</source>
        <translation>Umbenannt: {before} in {after}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>It seems that you renamed {before} to {after}.</source>
        <translation>{before} wurde offenbar in {after} umbenannt.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You renamed the folder {before} to {after}.</source>
        <translation>Ordner umbenannt: {before} in {after}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>It seems that you renamed the folder {before} to {after}.</source>
        <translation>Der Ordner {before} wurde offenbar in {after} umbenannt.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You moved {what} from {before} to {after}.</source>
        <translation>Verschoben: {what} von {before} nach {after}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>It seems that you moved {what} from {before} to {after}.</source>
        <translation>{what} wurde offenbar von {before} nach {after} verschoben.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You added the concept {join_few}.</source>
        <translation>Neues Konzept: {join_few}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>Nothing is cached for the concept {join_few} yet.</source>
        <translation>Vom Konzept {join_few} ist noch nichts gecacht.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>No concept of this config uses the folder {join_few} any more.</source>
        <translation>Kein Konzept dieser Config verwendet den Ordner {join_few} noch.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>1 more setting differs.</source>
        <translation>1 weitere Einstellung weicht ab.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>{count} more settings differ.</source>
        <translation>{count} weitere Einstellungen weichen ab.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>Made with other settings or another model: {what}.</source>
        <translation>Mit anderen Einstellungen oder einem anderen Modell erzeugt: {what}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>Cached at another size than your config asks for: {what}.</source>
        <translation>In einer anderen Größe gecacht, als die Config verlangt: {what}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You switched {word} on for {concepts}.</source>
        <translation>{word} wurde für {concepts} eingeschaltet.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You switched {word} off for {concepts}.</source>
        <translation>{word} wurde für {concepts} ausgeschaltet.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You switched {word} on.</source>
        <translation>{word} wurde eingeschaltet.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You switched {word} off.</source>
        <translation>{word} wurde ausgeschaltet.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You changed {word} of {concepts} from {have} to {want}.</source>
        <translation>{word} von {concepts} wurde von {have} auf {want} geändert.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You changed {word} from {have} to {want}.</source>
        <translation>{word} wurde von {have} auf {want} geändert.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>The concept {name} asks for {variations} variations, and fewer are cached.</source>
        <translation>Das Konzept {name} verlangt {variations} Variationen, gecacht sind weniger.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>{pluralize} are missing or cannot be used.</source>
        <translation>{pluralize} fehlen oder sind nicht verwendbar.</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>1 cached file is missing or cannot be used.</source>
        <translation>1 Cache-Datei fehlt oder ist nicht verwendbar.</translation>
    </message>
    <message>
        <location filename="../../core/queries/check_list.py"/>
        <source>Target resolutions</source>
        <translation>Zielauflösungen</translation>
    </message>
    <message>
        <location filename="../../core/queries/colour_book.py"/>
        <source>learning what this encoder&apos;s latents look like</source>
        <translation>Aussehen der Latents dieses Encoders wird gelernt</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_captions.py"/>
        <source>It was “{short}” and is “{short2}” now</source>
        <translation>Sie war „{short}“ und ist jetzt „{short2}“</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>{id} caches no pictures.</source>
        <translation>{id} cacht keine Bilder.</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>None of its files is on disk.</source>
        <translation>Keine ihrer Dateien ist auf dem Datenträger.</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>Build it.</source>
        <translation>Erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>There is no VAE on this computer that decodes these latents.</source>
        <translation>Auf diesem Rechner gibt es keinen VAE, der diese Latents decodiert.</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>Set the config&apos;s VAE or base model to one that is here.</source>
        <translation>In der Config VAE oder Basismodell auf ein vorhandenes setzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>decoding</source>
        <translation>Decodieren</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>It is not recorded which picture it was made from.</source>
        <translation>Es ist nicht aufgezeichnet, aus welchem Bild es erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_payload.py"/>
        <source>{name} is not the name of a cached file of this kind ({kind}).</source>
        <translation>{name} ist kein Name einer Cache-Datei dieser Art ({kind}).</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_payload.py"/>
        <source>reading parts</source>
        <translation>Teile werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_payload.py"/>
        <source>It is not recorded which tokenizer made these ids.</source>
        <translation>Es ist nicht aufgezeichnet, welcher Tokenizer diese IDs erzeugt hat.</translation>
    </message>
    <message>
        <location filename="../../core/queries/file_counts.py"/>
        <source>A trainer does not record lookups, so hits and misses are not known.</source>
        <translation>Ein Trainer zeichnet keine Zugriffe auf; Treffer und Fehlzugriffe sind also unbekannt.</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>There is no filter word “{key}:”.</source>
        <translation>Es gibt kein Filterwort „{key}:“.</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>There are {others} and {last}. Put the text in quotes to search for it literally.</source>
        <translation>Es gibt {others} und {last}. Den Text in Anführungszeichen setzen, um ihn wörtlich zu suchen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>Write it like size:&gt;10MB or size:1MB..5MB.</source>
        <translation>Schreibweise: size:&gt;10MB oder size:1MB..5MB.</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>“{value}” is not a problem that training can have.</source>
        <translation>„{value}“ ist kein Problem, das ein Training haben kann.</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>“{value}” is not a state.</source>
        <translation>„{value}“ ist kein Zustand.</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>Choose one from the list, such as {common}.</source>
        <translation>Einen aus der Liste wählen, zum Beispiel {common}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained from a file that runs a program.</source>
        <translation>{what}: Das Training würde eine Datei benutzen, die ein Programm ausführt.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with what was made from another file.</source>
        <translation>{what}: Das Training würde benutzen, was aus einer anderen Datei entstand.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the caption of another picture.</source>
        <translation>{what}: Das Training würde die Caption eines anderen Bildes benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with values that are not numbers.</source>
        <translation>{what}: Das Training würde Werte benutzen, die keine Zahlen sind.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with values that changed on the disk.</source>
        <translation>{what}: Das Training würde Werte benutzen, die sich auf dem Datenträger geändert haben.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with files from another model.</source>
        <translation>{what}: Das Training würde Cache-Dateien eines anderen Modells benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with zeros.</source>
        <translation>{what}: Das Training würde Nullen benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained without a caption.</source>
        <translation>{what}: Das Training würde keine Caption benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained without a picture.</source>
        <translation>{what}: Das Training würde kein Bild benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with another caption.</source>
        <translation>{what}: Das Training würde eine andere Caption benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the caption of another concept.</source>
        <translation>{what}: Das Training würde die Caption eines anderen Konzepts benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the mask of another concept.</source>
        <translation>{what}: Das Training würde die Maske eines anderen Konzepts benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the conditioning picture of another concept.</source>
        <translation>{what}: Das Training würde das Conditioning-Bild eines anderen Konzepts benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the settings of another concept.</source>
        <translation>{what}: Das Training würde die Einstellungen eines anderen Konzepts benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the old content.</source>
        <translation>{what}: trainiert würde mit dem alten Inhalt.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the old mask.</source>
        <translation>{what}: Das Training würde die alte Maske benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with what other settings or another model gave.</source>
        <translation>{what}: Das Training würde benutzen, was andere Einstellungen oder ein anderes Modell ergaben.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained at another size than you set.</source>
        <translation>{what}: Das Training würde eine andere Größe als die eingestellte benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with a part filled with zeros.</source>
        <translation>{what}: Das Training würde einen mit Nullen gefüllten Teil benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained at the wrong size.</source>
        <translation>{what}: Das Training würde die falsche Größe benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with too many tokens.</source>
        <translation>{what}: Das Training würde zu viele Token benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with values unlike the others.</source>
        <translation>{what}: Das Training würde Werte benutzen, die nicht zu den anderen passen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained from damaged files.</source>
        <translation>{what}: Das Training würde beschädigte Dateien benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the names of other pictures.</source>
        <translation>{what}: Das Training würde die Namen anderer Bilder benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained from missing files.</source>
        <translation>{what}: Das Training würde fehlende Dateien brauchen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained from files that are too large.</source>
        <translation>{what}: Das Training würde zu große Dateien benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes {pluralize}, copies {copies} and moves {moves}.</source>
        <translation>Larder encodiert {pluralize}, kopiert {copies} und verschiebt {moves}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes {pluralize} and copies {copies}.</source>
        <translation>Larder encodiert {pluralize} und kopiert {copies}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes {pluralize} and moves {moves}.</source>
        <translation>Larder encodiert {pluralize} und verschiebt {moves}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes {pluralize}.</source>
        <translation>Larder encodiert {pluralize}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes nothing, copies {pluralize} and moves {moves}.</source>
        <translation>Larder encodiert nichts, kopiert {pluralize} und verschiebt {moves}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes nothing and copies {pluralize}.</source>
        <translation>Larder encodiert nichts und kopiert {pluralize}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes nothing and moves {pluralize}.</source>
        <translation>Larder encodiert nichts und verschiebt {pluralize}.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Training would stop at {what}.</source>
        <translation>Das Training würde bei {what} abbrechen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>The trainer would encode {what} itself as it starts.</source>
        <translation>Der Trainer würde {what} beim Start selbst encodieren.</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>The build needs {size} on the drive, and {size2} are free.</source>
        <translation>Der Build braucht {size} auf dem Laufwerk, und {size2} sind frei.</translation>
    </message>
    <message>
        <location filename="../../core/queries/latent_colours.py"/>
        <source>The latent in {name} is {shape}, which is not the shape of a picture.</source>
        <translation>Das Latent in {name} hat die Form {shape}; das ist nicht die Form eines Bildes.</translation>
    </message>
    <message>
        <location filename="../../core/queries/latent_colours.py"/>
        <source>{name} is smaller than what was encoded of it.</source>
        <translation>{name} ist kleiner als das, was davon encodiert wurde.</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} would stop training</source>
        <translation>Trainingsabbruch durch {what}</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} would be trained wrong</source>
        <translation>Falsch trainiert: {what}</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} would not be trained</source>
        <translation>{what}: wird nicht trainiert</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Nothing to do: the trainer starts without encoding</source>
        <translation>Nichts zu tun: Der Trainer startet, ohne zu encodieren</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Nothing to encode: the trainer starts at once</source>
        <translation>Nichts zu encodieren: Der Trainer startet sofort</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} to rebuild</source>
        <translation>{what} neu zu erstellen</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} to cache</source>
        <translation>{what} zu cachen</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>source file</source>
        <translation>Quelldatei</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{never_opened} of {pluralize} was never opened</source>
        <translation>{never_opened} von {pluralize} wurde nie geöffnet</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{never_opened} of {pluralize} were never opened</source>
        <translation>{never_opened} von {pluralize} wurden nie geöffnet</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>A trainer may stop at one that is damaged.</source>
        <translation>Eine beschädigte Datei kann den Trainer abbrechen lassen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} left to the trainer, which encodes them when it starts</source>
        <translation>{what} dem Trainer überlassen, der sie beim Start encodiert</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{samples} whose file or mask cannot be used</source>
        <translation>{samples}, deren Datei oder Maske nicht verwendet werden kann</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} trained without a caption: there is no caption file</source>
        <translation>{pluralize} ohne Caption trainiert: Es gibt keine Caption-Datei</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} left to the program that made the cache</source>
        <translation>{pluralize} dem Programm überlassen, das den Cache erstellt hat</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} that should not share a cached file</source>
        <translation>{what}, die sich keine Cache-Datei teilen sollten</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} for you to review</source>
        <translation>{pluralize} zum Prüfen</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} of your own files to cache again</source>
        <translation>{pluralize} aus eigenen Dateien neu zu cachen</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} of renamed or unlisted pictures and captions to relink</source>
        <translation>{pluralize} umbenannter oder nicht eingetragener Bilder und Captions wieder zuzuordnen</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} to store; the content is the same</source>
        <translation>{pluralize} zu merken; der Inhalt ist derselbe</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>new date</source>
        <translation>neues Datum</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} kept: their folder is out of reach</source>
        <translation>{pluralize} behalten: Ordner nicht erreichbar</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} no longer needed</source>
        <translation>Nicht mehr gebraucht: {pluralize}</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} and {pluralize2} no longer needed</source>
        <translation>Nicht mehr gebraucht: {pluralize} und {pluralize2}</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>It is not recorded how these files were made</source>
        <translation>Es ist nicht aufgezeichnet, wie diese Dateien erstellt wurden</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>A few of them can be encoded again and compared.</source>
        <translation>Einige davon lassen sich neu encodieren und vergleichen.</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} in quarantine</source>
        <translation>{pluralize} in Quarantäne</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Earlier indexes in quarantine</source>
        <translation>Frühere Indexe in Quarantäne</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Undo restores what a clean or a build removed; emptying deletes it for good and frees that much.</source>
        <translation>„Rückgängig“ stellt wieder her, was ein Aufräumen oder ein Build entfernt hat; „Leeren“ löscht es endgültig und gibt so viel frei.</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Only an undo that names its id restores this; emptying deletes it for good and frees that much.</source>
        <translation>Nur ein Rückgängigmachen mit Angabe der Kennung stellt dies wieder her; „Leeren“ löscht es endgültig und gibt so viel frei.</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{count} more for you to decide on</source>
        <translation>{count} weitere selbst zu entscheiden</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Clean lists them unticked.</source>
        <translation>„Aufräumen“ zeigt sie ohne Haken.</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{replace} to repair</source>
        <translation>{replace} zu reparieren</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>damaged index</source>
        <translation>beschädigter Index</translation>
    </message>
    <message>
        <location filename="../../core/queries/picture_scaling.py"/>
        <source>reading the sizes of pictures</source>
        <translation>Größen der Bilder werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/queries/preview.py"/>
        <source>Check that its drive is connected, and that you may read it.</source>
        <translation>Prüfen, ob das Laufwerk angeschlossen ist und Leserechte vorhanden sind.</translation>
    </message>
    <message>
        <location filename="../../core/queries/released_files.py"/>
        <source>adding up cached files</source>
        <translation>Cache-Dateien werden zusammengezählt</translation>
    </message>
    <message>
        <location filename="../../core/queries/store_stats.py"/>
        <source>counting cached files</source>
        <translation>Cache-Dateien werden gezählt</translation>
    </message>
    <message>
        <location filename="../../core/queries/usage.py"/>
        <source>adding up folders</source>
        <translation>Ordner werden zusammengezählt</translation>
    </message>
    <message>
        <location filename="../../core/recipes/forms.py"/>
        <source>Its {name} is {dtype}, but the config&apos;s settings give {types}</source>
        <translation>{name} ist {dtype}, die Einstellungen der Config ergeben aber {types}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/forms.py"/>
        <source>Its {name} has {axes} axes, but the config&apos;s model type has {axes2}</source>
        <translation>{name} hat {axes} Achsen, der Modelltyp der Config hat aber {axes2}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/forms.py"/>
        <source>Its {name} has {size} channels, but the config&apos;s model has {asked}</source>
        <translation>{name} hat {size} Kanäle, das Modell der Config hat aber {asked}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/forms.py"/>
        <source>Its {name} has {size} values per token, but the config&apos;s model has {asked}</source>
        <translation>{name} hat {size} Werte je Token, das Modell der Config hat aber {asked}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>no file</source>
        <translation>keine Datei</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>content {hash_file}</source>
        <translation>Inhalt {hash_file}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>custom masks</source>
        <translation>eigene Masken</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>blank masks</source>
        <translation>leere Masken</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>{text} ({whole} tokens) from {normalise_name}</source>
        <translation>{text} ({whole} Token) aus {normalise_name}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/scan.py"/>
        <source>reading settings</source>
        <translation>Einstellungen werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/requests/building.py"/>
        <source>Nothing is cached yet, so there is nothing to convert.</source>
        <translation>Noch ist nichts gecacht, es gibt also nichts umzuwandeln.</translation>
    </message>
    <message>
        <location filename="../../core/requests/building.py"/>
        <source>In the layout of a released OneTrainer, each picture has one size: that of the target resolution drawn for it.</source>
        <translation>Im Layout eines veröffentlichten OneTrainer hat jedes Bild eine Größe: die der Zielauflösung, die für es gezogen wird.</translation>
    </message>
    <message>
        <location filename="../../core/requests/building.py"/>
        <source>A test run measures the time of one process, not of several.</source>
        <translation>Ein Probelauf misst die Dauer eines Prozesses, nicht mehrerer.</translation>
    </message>
    <message>
        <location filename="../../core/requests/building.py"/>
        <source>A build has no option {word}.</source>
        <translation>Ein Build hat keine Option {word}.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>{place} is not a config.</source>
        <translation>{place} ist keine Config.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Name a config or a folder.</source>
        <translation>Eine Config oder einen Ordner nennen.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>There is nothing at {path}.</source>
        <translation>Unter {path} ist nichts.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Check the path.</source>
        <translation>Den Pfad prüfen.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>&quot;{text}&quot; does not say where a folder of the export is.</source>
        <translation>„{text}“ sagt nicht, wo ein Ordner des Exports ist.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Write it as NAME=DIR.</source>
        <translation>Als NAME=DIR schreiben.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>reading the manifest</source>
        <translation>manifest.json wird gelesen</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>No token cache belongs to {named}.</source>
        <translation>Zu {named} gehört kein Token-Cache.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Name its folder, which holds manifest.json beside a folder named entries.</source>
        <translation>Den Ordner nennen, in dem manifest.json neben einem Ordner entries liegt.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>{count} token caches belong to {named}: {map}.</source>
        <translation>Zu {named} gehören {count} Token-Caches: {map}.</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Name one of them.</source>
        <translation>Einen davon nennen.</translation>
    </message>
    <message>
        <location filename="../../core/requests/comparing.py"/>
        <source>Give the config to compare with.</source>
        <translation>Die Config angeben, mit der verglichen werden soll.</translation>
    </message>
    <message>
        <location filename="../../core/requests/due_build.py"/>
        <source>{first} cannot be read, so the rest of its concept is not built.</source>
        <translation>{first} kann nicht gelesen werden, daher wird der Rest des Konzepts nicht erstellt.</translation>
    </message>
    <message>
        <location filename="../../core/requests/due_build.py"/>
        <source>{first} and {pluralize} cannot be read, so the rest of their concepts is not built.</source>
        <translation>{first} und {pluralize} können nicht gelesen werden, daher wird der Rest ihrer Konzepte nicht erstellt.</translation>
    </message>
    <message>
        <location filename="../../core/requests/index_writing.py"/>
        <source>Several folders may be {old}: {proposals}.</source>
        <translation>Mehrere Ordner können {old} sein: {proposals}.</translation>
    </message>
    <message>
        <location filename="../../core/requests/index_writing.py"/>
        <source>Give the right one as NEW.</source>
        <translation>Den richtigen als NEW angeben.</translation>
    </message>
    <message>
        <location filename="../../core/requests/inspecting.py"/>
        <source>Cached files of this kind ({kind}) are not drawn.</source>
        <translation>Cache-Dateien dieser Art ({kind}) werden nicht dargestellt.</translation>
    </message>
    <message>
        <location filename="../../core/requests/inspecting.py"/>
        <source>There is not enough memory to decode it: {error}.</source>
        <translation>Zum Decodieren fehlt Speicher: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/requests/inspecting.py"/>
        <source>Close other programs that use the device.</source>
        <translation>Andere Programme schließen, die das Gerät benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/requests/mapping.py"/>
        <source>There is no map of {family}.</source>
        <translation>Es gibt keine Karte von {family}.</translation>
    </message>
    <message>
        <location filename="../../core/requests/mapping.py"/>
        <source>Use one of these: {families}.</source>
        <translation>Möglich sind: {families}.</translation>
    </message>
    <message>
        <location filename="../../core/requests/request.py"/>
        <source>Caches of {trainer} are read and cleaned here, not built or edited.</source>
        <translation>Caches von {trainer} werden hier gelesen und aufgeräumt, aber nicht erstellt oder bearbeitet.</translation>
    </message>
    <message>
        <location filename="../../core/requests/request.py"/>
        <source>The trainer itself makes what is missing when it starts.</source>
        <translation>Was fehlt, erzeugt der Trainer selbst, wenn er startet.</translation>
    </message>
    <message>
        <location filename="../../core/requests/saving.py"/>
        <source>The plan&apos;s own options cannot be used: {error}.</source>
        <translation>Die Optionen des Plans selbst sind unbrauchbar: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/requests/saving.py"/>
        <source>The file {plan} has the schema {schema}, which no plan of this version of Larder has.</source>
        <translation>Die Datei {plan} hat das Schema {schema}, das kein Plan dieser Larder-Version hat.</translation>
    </message>
    <message>
        <location filename="../../core/requests/saving.py"/>
        <source>{plan} is not the plan of a clean, so nothing in it can be deleted.</source>
        <translation>{plan} ist kein Plan zum Aufräumen, daher lässt sich nichts daraus löschen.</translation>
    </message>
    <message>
        <location filename="../../core/requests/storekeeping.py"/>
        <source>No age and no size is set for pruning.</source>
        <translation>Zum Ausdünnen ist weder ein Alter noch eine Größe festgelegt.</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>A clean, an undo or a build was interrupted in this cache.</source>
        <translation>In diesem Cache wurde ein Aufräumen, ein Rückgängigmachen oder ein Build unterbrochen.</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>Nothing is lost. The next operation that writes here finishes or undoes it, and reports that.</source>
        <translation>Nichts ist verloren. Der nächste Vorgang, der hier schreibt, beendet ihn oder macht ihn rückgängig und meldet das.</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>A link is in the place of a quarantine and is not followed.</source>
        <translation>An der Stelle einer Quarantäne ist ein Link; ihm wird nicht gefolgt.</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>Its target is neither counted nor restored. Put the folder itself there.</source>
        <translation>Sein Ziel wird weder gezählt noch wiederhergestellt. Den Ordner selbst dorthin legen.</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>reading the index</source>
        <translation>Index wird gelesen</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>There is no depth {name}.</source>
        <translation>Es gibt keine Tiefe {name}.</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>There is no reason {unknown}.</source>
        <translation>Es gibt keinen Grund {unknown}.</translation>
    </message>
    <message>
        <location filename="../../core/saved_plans.py"/>
        <source>Make a new plan.</source>
        <translation>Neu planen.</translation>
    </message>
    <message>
        <location filename="../../core/saved_plans.py"/>
        <source>{path} is not a Larder plan: {error}.</source>
        <translation>{path} ist kein Plan von Larder: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/saved_plans.py"/>
        <source>The index of {path} changed after the plan was made.</source>
        <translation>Der Index von {path} hat sich nach dem Planen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>{path} cannot be read, so the defaults are used: {error}.</source>
        <translation>{path} ist nicht lesbar, daher gelten die Vorgaben: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>{name} in {path} is ignored: {value}.</source>
        <translation>{name} in {path} wird nicht berücksichtigt: {value}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>cache.json changed in the last 5 minutes.</source>
        <translation>cache.json hat sich in den letzten 5 Minuten geändert.</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>{payloads} changed in the last 5 minutes.</source>
        <translation>{payloads} wurde in den letzten 5 Minuten geändert.</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>{count} cached files changed in the last 5 minutes, for example {payloads}.</source>
        <translation>{count} Cache-Dateien wurden in den letzten 5 Minuten geändert, zum Beispiel {payloads}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>{name} was written in the last 5 minutes.</source>
        <translation>{name} wurde in den letzten 5 Minuten geschrieben.</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>Process {pid}, which was writing {name}, is still running.</source>
        <translation>Prozess {pid}, der {name} schrieb, läuft noch.</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>Process {pid} has {folder} open.</source>
        <translation>Prozess {pid} hat {folder} geöffnet.</translation>
    </message>
    <message>
        <location filename="../../core/stores/cache_store.py"/>
        <source>{folder}: unfinished files of ended processes were removed: {left}.</source>
        <translation>{folder}: Unfertige Dateien beendeter Prozesse wurden entfernt: {left}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/cache_store.py"/>
        <source>{value} cannot be removed: {reason}.</source>
        <translation>{value} lässt sich nicht entfernen: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/cache_store.py"/>
        <source>Check the permissions of its folder, and close programs that may have it open.</source>
        <translation>Zugriffsrechte des Ordners prüfen und Programme schließen, die sie geöffnet haben könnten.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/columns.py"/>
        <source>its path is empty</source>
        <translation>der Pfad ist leer</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/columns.py"/>
        <source>it has no variants</source>
        <translation>es hat keine Varianten</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/columns.py"/>
        <source>its hash {hash} does not have {hash_length} hexadecimal digits</source>
        <translation>der Hash {hash} hat nicht {hash_length} Hexadezimalziffern</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/columns.py"/>
        <source>it names {cache_file}, which is not a file name of this cache</source>
        <translation>er nennt {cache_file}, was kein Dateiname dieses Caches ist</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/hash_lists.py"/>
        <source>The index cannot be edited: hash_index: {broken}.</source>
        <translation>Der Index lässt sich nicht bearbeiten: hash_index: {broken}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>other rows would remain than intended</source>
        <translation>es blieben andere Zeilen übrig als beabsichtigt</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>the field {name} would be wrong</source>
        <translation>das Feld {name} wäre falsch</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>a concept would be wrong</source>
        <translation>ein Konzept wäre falsch</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>hash_index would be wrong</source>
        <translation>hash_index wäre falsch</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>the row of {key} would be wrong</source>
        <translation>die Zeile für {key} wäre falsch</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>The index was not changed, because the new version failed its check: {problem}.</source>
        <translation>Der Index wurde nicht geändert, weil die neue Fassung ihre Prüfung nicht bestand: {problem}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>Let the trainer rebuild the index, or report this with the index attached.</source>
        <translation>Den Trainer den Index neu aufbauen lassen oder dies mit angehängtem Index melden.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_edit.py"/>
        <source>Let the trainer rebuild the index, or relink the cached files.</source>
        <translation>Den Trainer den Index neu aufbauen lassen oder die Cache-Dateien wieder zuordnen.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_file.py"/>
        <source>It may be intact, so nothing is written or cleaned here until it can be read. Check its drive and permissions.</source>
        <translation>Er ist vielleicht unbeschädigt; darum wird hier nichts geschrieben oder aufgeräumt, bis er lesbar ist. Laufwerk und Zugriffsrechte prüfen.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_file.py"/>
        <source>The index {value} cannot be read: {why}.</source>
        <translation>Der Index {value} ist nicht lesbar: {why}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_file.py"/>
        <source>The index {value} is damaged: {damage}.</source>
        <translation>Der Index {value} ist beschädigt: {damage}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_rewrite.py"/>
        <source>The index {index} changed after the plan was made.</source>
        <translation>Der Index {index} hat sich nach dem Planen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_rewrite.py"/>
        <source>Survey again and make a new plan.</source>
        <translation>Bestand neu aufnehmen und neu planen.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_rewrite.py"/>
        <source>The index cannot be edited: its row of {key} has no mtime.</source>
        <translation>Der Index lässt sich nicht bearbeiten: Seine Zeile für {key} hat keine mtime.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_rewrite.py"/>
        <source>The index cannot be edited: it contains {name} twice.</source>
        <translation>Der Index lässt sich nicht bearbeiten: Er enthält {name} zweimal.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/odd_index.py"/>
        <source>it has {size} and is not laid out as trainers write it; such an index is read up to {size2}</source>
        <translation>er hat {size} und ist nicht so angeordnet, wie Trainer ihn schreiben; ein solcher Index wird bis {size2} gelesen</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/odd_index.py"/>
        <source>it is not a JSON object</source>
        <translation>er ist kein JSON-Objekt</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/odd_index.py"/>
        <source>it has a number of more than {most_digits} digits</source>
        <translation>er enthält eine Zahl mit mehr als {most_digits} Ziffern</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>It was not changed. Check its drive and permissions, then try again.</source>
        <translation>Er wurde nicht geändert. Laufwerk und Zugriffsrechte prüfen, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>The index cannot be edited: it has no entries.</source>
        <translation>Der Index lässt sich nicht bearbeiten: Er hat keine Einträge.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>The index cannot be edited: {broken}.</source>
        <translation>Der Index lässt sich nicht bearbeiten: {broken}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>The index {path} is empty.</source>
        <translation>Der Index {path} ist leer.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>The index cannot be edited: its {name} is not an object.</source>
        <translation>Der Index lässt sich nicht bearbeiten: {name} ist kein Objekt.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>The row of the missing source file has no date.</source>
        <translation>Die Zeile der fehlenden Quelldatei hat kein Datum.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>The row of the missing source file does not record its model type.</source>
        <translation>Die Zeile der fehlenden Quelldatei zeichnet keinen Modelltyp auf.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>It was cached for the model type {made_for}, not for {modeltype}.</source>
        <translation>Es wurde für den Modelltyp {made_for} gecacht, nicht für {modeltype}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>{name} does not record which model type it was made for.</source>
        <translation>{name} zeichnet nicht auf, für welchen Modelltyp sie erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>{name} was made for the model type {found}, not for {made_for}.</source>
        <translation>{name} wurde für den Modelltyp {found} erstellt, nicht für {made_for}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>None of its cached files has a name that this cache uses.</source>
        <translation>Keine seiner Cache-Dateien heißt so, wie es in diesem Cache üblich ist.</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/top_level.py"/>
        <source>its version is {version}, not a number</source>
        <translation>seine Version ist {version}, keine Zahl</translation>
    </message>
    <message>
        <location filename="../../core/stores/kohya/families.py"/>
        <source>Stable Diffusion 1 or 2</source>
        <translation>Stable Diffusion 1 oder 2</translation>
    </message>
    <message>
        <location filename="../../core/stores/kohya/families.py"/>
        <source>Stable Diffusion 3</source>
        <translation>Stable Diffusion 3</translation>
    </message>
    <message>
        <location filename="../../core/stores/kohya/families.py"/>
        <source>Flux</source>
        <translation>Flux</translation>
    </message>
    <message>
        <location filename="../../core/stores/kohya/families.py"/>
        <source>Lumina</source>
        <translation>Lumina</translation>
    </message>
    <message>
        <location filename="../../core/stores/kohya/families.py"/>
        <source>Anima</source>
        <translation>Anima</translation>
    </message>
    <message>
        <location filename="../../core/stores/kohya/file_names.py"/>
        <source>latents of an earlier release</source>
        <translation>Latents einer früheren Version</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>Wan</source>
        <translation>Wan</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>Flux Kontext</source>
        <translation>Flux Kontext</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>Flux 2 dev</source>
        <translation>Flux 2 dev</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>Flux 2 klein 4B</source>
        <translation>Flux 2 klein 4B</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>Flux 2 klein 9B</source>
        <translation>Flux 2 klein 9B</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>Kandinsky 5</source>
        <translation>Kandinsky 5</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>HunyuanVideo 1.5</source>
        <translation>HunyuanVideo 1.5</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>HiDream O1</source>
        <translation>HiDream O1</translation>
    </message>
    <message>
        <location filename="../../core/stores/musubi/architectures.py"/>
        <source>Ideogram 4</source>
        <translation>Ideogram 4</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/group_files.py"/>
        <source>It contains files that the trainer did not write, for example {strays}, so it is kept.</source>
        <translation>Sie enthält Dateien, die der Trainer nicht geschrieben hat, zum Beispiel {strays}, und bleibt deshalb erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/groups.py"/>
        <source>aggregate.pt cannot be read: {reason}.</source>
        <translation>aggregate.pt ist nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/leftovers.py"/>
        <source>It was never finished; the trainer encodes it again from the beginning.</source>
        <translation>Sie wurde nie fertig; der Trainer encodiert sie von vorn.</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/leftovers.py"/>
        <source>Its number is beyond the end of the group&apos;s list, so the trainer never reads it.</source>
        <translation>Ihre Nummer liegt hinter dem Ende der Liste ihrer Gruppe, daher liest der Trainer sie nie.</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/leftovers.py"/>
        <source>No epoch reads it: its concept has fewer variations now.</source>
        <translation>Keine Epoche liest sie: Ihr Konzept hat jetzt weniger Variationen.</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/leftovers.py"/>
        <source>OneTrainer used such folders until December 2023 and does not read them any more.</source>
        <translation>OneTrainer benutzte solche Ordner bis Dezember 2023 und liest sie nicht mehr.</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/matching.py"/>
        <source>capslock, title, first, random</source>
        <translation>capslock, title, first, random</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/matching.py"/>
        <source>as released OneTrainer names it</source>
        <translation>wie das veröffentlichte OneTrainer ihn nennt</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/matching.py"/>
        <source>with the resolution, as OneTrainer&apos;s pull request 1134 names it</source>
        <translation>mit der Auflösung, wie OneTrainers Pull-Request 1134 ihn nennt</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/matching.py"/>
        <source>with the patterns of its pairs, as OneTrainer&apos;s pull request 1403 names it</source>
        <translation>mit den Mustern seiner Paare, wie OneTrainers Pull-Request 1403 ihn nennt</translation>
    </message>
    <message>
        <location filename="../../core/stores/use_log.py"/>
        <source>Another process has been writing into {store} for a minute.</source>
        <translation>Ein anderer Prozess schreibt seit einer Minute in {store}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/use_log.py"/>
        <source>Wait until it has finished, then try again.</source>
        <translation>Warten, bis er fertig ist, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it contains no waveform</source>
        <translation>es enthält keine Wellenform</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>waveform is {format_array}, not one-dimensional float32</source>
        <translation>waveform ist {format_array}, nicht eindimensionales float32</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>waveform has {count} samples; the limit is {most}</source>
        <translation>waveform hat {count} Abtastwerte; die Grenze liegt bei {most}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it contains no input_ids</source>
        <translation>es enthält keine input_ids</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>input_ids is {format_array}, not one-dimensional integers</source>
        <translation>input_ids ist {format_array}, nicht eindimensionale ganze Zahlen</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>input_ids has {count} ids; the limit is {sequence_length}</source>
        <translation>input_ids hat {count} IDs; die Grenze liegt bei {sequence_length}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>attention_mask is {format_array}, but the ids are {format_array2}</source>
        <translation>attention_mask ist {format_array}, die IDs sind aber {format_array2}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it contains no {member}</source>
        <translation>es enthält kein {member}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{member} is {format_array}, neither a picture nor a sound</source>
        <translation>{member} ist {format_array}, weder Bild noch Ton</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{dtype} of shape {shape}</source>
        <translation>{dtype} der Form {shape}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it is not a file</source>
        <translation>es ist keine Datei</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{name} is not a regular file.</source>
        <translation>{name} ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{name} does not match its name: {fault}.</source>
        <translation>{name} passt nicht zu seinem Namen: {fault}.</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{name} is damaged: its checksum is missing.</source>
        <translation>{name} ist beschädigt: Die Prüfsumme fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>another program stored it, and its name does not show which source it belongs to</source>
        <translation>ein anderes Programm hat es gespeichert, und der Name zeigt nicht, zu welcher Quelldatei es gehört</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it does not have the format of the program that uses such names</source>
        <translation>es hat nicht das Format des Programms, das solche Namen benutzt</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it was stored for another key with the same name</source>
        <translation>es wurde für einen anderen Schlüssel mit demselben Namen gespeichert</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it is a cached file of another kind ({kind})</source>
        <translation>es ist eine Cache-Datei anderer Art ({kind})</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it was stored for another key</source>
        <translation>es wurde für einen anderen Schlüssel gespeichert</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/store.py"/>
        <source>nothing is cached for this source</source>
        <translation>für diese Quelldatei ist nichts gecacht</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/store.py"/>
        <source>a different {field}</source>
        <translation>{field} ist anders</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/store.py"/>
        <source>the text is different</source>
        <translation>der Text ist ein anderer</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/store.py"/>
        <source>another program stored it, and its name does not show what it contains</source>
        <translation>ein anderes Programm hat es gespeichert, und der Name zeigt nicht, was es enthält</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/uses.py"/>
        <source>{value} is missing or is not the index of a token cache.</source>
        <translation>{value} fehlt oder ist kein Index eines Token-Caches.</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/uses.py"/>
        <source>Choose the folder that contains it next to a folder named entries.</source>
        <translation>Den Ordner wählen, der sie neben einem Ordner namens entries enthält.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Its name is what the job asks for, computed again from picture and settings.</source>
        <translation>Ihr Name ist der, den der Job verlangt, aus Bild und Einstellungen neu berechnet.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>The dataset&apos;s folder has cached files and no pictures; they may be on a drive that is not connected.</source>
        <translation>Der Ordner des Datensatzes enthält Cache-Dateien und keine Bilder; vielleicht liegen sie auf einem Laufwerk, das nicht angeschlossen ist.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>It is not cached yet; ai-toolkit encodes it at its next start.</source>
        <translation>Es ist noch nicht im Cache; ai-toolkit encodiert es beim nächsten Start.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>ai-toolkit writes it again at every start.</source>
        <translation>ai-toolkit schreibt sie bei jedem Start neu.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>A run that was ended while it wrote left this file.</source>
        <translation>Ein beim Schreiben abgebrochener Lauf hat diese Datei hinterlassen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>{problem} ai-toolkit trains another picture in its place.</source>
        <translation>{problem} ai-toolkit trainiert an ihrer Stelle ein anderes Bild.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>{name} has {size_now} bytes and had {size_then} at the last run: it is another picture now. ai-toolkit does not notice and trains the old one.</source>
        <translation>{name} hat {size_now} Bytes, beim letzten Lauf waren es {size_then}: Es ist jetzt ein anderes Bild. ai-toolkit bemerkt das nicht und trainiert das alte.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>{name} has another date than at the last run, and the same length.</source>
        <translation>{name} hat ein anderes Datum als beim letzten Lauf und dieselbe Länge.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>{name} is newer than its latents.</source>
        <translation>{name} ist neuer als seine Latents.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Its picture is gone. {name} asks for the same but for the name and has nothing cached; it may be the same picture under another name.</source>
        <translation>Ihr Bild ist weg. {name} verlangt bis auf den Namen dasselbe und hat nichts im Cache; vielleicht ist es dasselbe Bild unter anderem Namen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Its picture is gone.</source>
        <translation>Ihr Bild ist weg.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Captions are shuffled or joined with other files, so which text it was made from cannot be computed.</source>
        <translation>Captions werden gemischt oder mit anderen Dateien verbunden; aus welchem Text sie entstand, lässt sich daher nicht berechnen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>No caption or setting of today gives this name; another job may use it.</source>
        <translation>Keine heutige Caption oder Einstellung ergibt diesen Namen; ein anderer Job verwendet sie vielleicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Nothing in it tells how it was made; it may be of a reference video.</source>
        <translation>Nichts in ihr sagt, wie sie entstand; vielleicht gehört sie zu einem Referenzvideo.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Its picture {named} is gone.</source>
        <translation>Ihr Bild {named} ist weg.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>It is for the models {get}, which this job does not train.</source>
        <translation>Sie ist für die Modelle {get}, die dieser Job nicht trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>What is cached of videos is not computed here, so it may be in use.</source>
        <translation>Was von Videos gecacht wird, wird hier nicht berechnet; sie kann also in Gebrauch sein.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>It is {get} × {get2} of a picture scaled to {get3} × {get4}, which no setting of today asks for. ai-toolkit never reads or removes it.</source>
        <translation>Sie ist {get} × {get2} aus einem auf {get3} × {get4} skalierten Bild, was keine heutige Einstellung verlangt. ai-toolkit liest und entfernt sie nie.</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/store.py"/>
        <source>reading headers</source>
        <translation>Dateiköpfe werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Caption changed: it was cached with a text that is no longer in the caption</source>
        <translation>Caption geändert: Gecacht wurde ein Text, der nicht mehr in der Caption steht</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its cached file takes {size} to hold {size2}</source>
        <translation>Die Cache-Datei belegt {size}, um {size2} zu halten</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its cached file was made for {modeltype}, and the index says {of_row}</source>
        <translation>Die Cache-Datei wurde für {modeltype} erstellt, im Index steht {of_row}</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its picture was cut to {crop}x{crop2}, and is served as one of {size}x{size2}</source>
        <translation>Sein Bild wurde auf {crop}x{crop2} zugeschnitten und wird als eines von {size}x{size2} ausgegeben</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>It holds {tokens} tokens, and the trainer takes {length} at most</source>
        <translation>Sie enthält {tokens} Token, und der Trainer nimmt höchstens {length}</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>It holds {tokens} tokens, and {length} are asked for; training stops when it shares a batch with one of these</source>
        <translation>Sie enthält {tokens} Token, und {length} sind verlangt; das Training bricht ab, wenn sie mit einer solchen in einem Batch ist</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>The stand-in for what cannot be cached holds values of another caption.</source>
        <translation>Der Ersatz für alles, was sich nicht cachen lässt, enthält Werte einer anderen Caption.</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>A picture without a caption file would be trained with them; write the caption files that are missing.</source>
        <translation>Ein Bild ohne Caption-Datei würde damit trainiert; fehlende Caption-Dateien ergänzen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>opening pictures</source>
        <translation>Bilder werden geöffnet</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its {name} is {dtype} {list}, unlike that of most cached files here</source>
        <translation>{name} ist {dtype} {list}, anders als bei den meisten Cache-Dateien hier</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its {name} is {height}x{width}; a picture of {size}x{size2} gives {expected}x{expected2}</source>
        <translation>{name} ist {height}x{width}; ein Bild von {size}x{size2} ergibt {expected}x{expected2}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>It seems that you renamed {before} to {after}. If so, its cached file is right, but no record proves it.</source>
        <translation>Offenbar heißt {before} jetzt {after}. Wenn ja, ist die Cache-Datei richtig, aber keine Aufzeichnung beweist es.</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>It seems that you renamed {before} to {after}: {wrong}</source>
        <translation>Offenbar heißt {before} jetzt {after}: {wrong}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>{pictures} after it would be trained with the wrong caption.</source>
        <translation>{pictures} danach würden mit der falschen Caption trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>{pictures} after it would be trained with the wrong picture.</source>
        <translation>{pictures} danach würden mit dem falschen Bild trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>You added {names}: {rest}</source>
        <translation>{names} kam hinzu: {rest}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>You removed {names}: {rest}</source>
        <translation>{names} wurde entfernt: {rest}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>You renamed {before} to {after}: {rest}</source>
        <translation>{before} heißt jetzt {after}: {rest}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>{shown} and {value} more</source>
        <translation>{shown} und {value} weitere</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/captions.py"/>
        <source>It is UTF-16.</source>
        <translation>Sie ist UTF-16.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/captions.py"/>
        <source>It is not UTF-8: byte {place} is not valid.</source>
        <translation>Sie ist nicht UTF-8: Byte {place} ist ungültig.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/captions.py"/>
        <source>{lost} of its {words} words are beyond the {tokens} tokens that the text encoder takes.</source>
        <translation>Von ihren {words} Wörtern liegen {lost} hinter den {tokens} Token, die der Text-Encoder nimmt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>looking at names</source>
        <translation>Namen werden angesehen</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>opening files</source>
        <translation>Dateien werden geöffnet</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>It has {of_mask} × {of_mask2} pixels, and its picture {wide} × {tall}.</source>
        <translation>Sie hat {of_mask} × {of_mask2} Pixel, ihr Bild {wide} × {tall}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>It has the same name as {detail}.</source>
        <translation>Es heißt wie {detail}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>It seems to be the caption of {detail}.</source>
        <translation>Es scheint die Caption von {detail} zu sein.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>There are {detail} masks in its folder.</source>
        <translation>In seinem Ordner liegen {detail} Masken.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>There is a mask in its folder.</source>
        <translation>In seinem Ordner liegt eine Maske.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>{real} cannot be listed: {reason}.</source>
        <translation>{real} kann nicht aufgelistet werden: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops while it caches the pictures of its concept.</source>
        <translation>OneTrainer bricht ab, während es die Bilder des Konzepts cacht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Its caption is trained with zeros instead of a picture in every epoch; the trainer only warns in its console.</source>
        <translation>Die Caption wird in jeder Epoche mit Nullen statt mit einem Bild trainiert; der Trainer warnt nur in seiner Konsole.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>It is a folder.</source>
        <translation>Es ist ein Ordner.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Folder cannot be read</source>
        <translation>Ordner nicht lesbar</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops before it caches anything.</source>
        <translation>OneTrainer bricht ab, bevor es etwas cacht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Connect its drive, set its path, or switch the concept off.</source>
        <translation>Das Laufwerk anschließen, den Pfad festlegen oder das Konzept ausschalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Cache folder cannot be used</source>
        <translation>Cache-Ordner ist nicht benutzbar</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops at its start: it cannot make the folder.</source>
        <translation>OneTrainer bricht beim Start ab: Es kann den Ordner nicht anlegen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Connect the drive it leads to, or name another cache_dir.</source>
        <translation>Das Laufwerk anschließen, auf das er zeigt, oder ein anderes cache_dir angeben.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Resolution is too small</source>
        <translation>Auflösung ist zu klein</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops while it prepares the pictures of the concept.</source>
        <translation>OneTrainer bricht ab, während es die Bilder des Konzepts vorbereitet.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Set the concept&apos;s own resolution higher, or switch it off.</source>
        <translation>Die eigene Auflösung des Konzepts erhöhen oder abschalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Picture cannot be opened</source>
        <translation>Bild lässt sich nicht öffnen</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Repair or replace the picture, or take it out of the concept&apos;s folder.</source>
        <translation>Das Bild reparieren, ersetzen oder aus dem Ordner des Konzepts nehmen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Picture is too large</source>
        <translation>Bild ist zu groß</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer may run out of memory while it opens it, and Larder does not open it.</source>
        <translation>OneTrainer kann beim Öffnen der Speicher ausgehen, und Larder öffnet es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Scale the picture down.</source>
        <translation>Das Bild verkleinern.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask cannot be opened</source>
        <translation>Maske kann nicht geöffnet werden</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the mask again as a PNG, or delete it.</source>
        <translation>Die Maske neu als PNG speichern oder löschen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Conditioning picture cannot be opened</source>
        <translation>Conditioning-Bild kann nicht geöffnet werden</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the conditioning picture again as a PNG, or delete it.</source>
        <translation>Das Conditioning-Bild neu als PNG speichern oder löschen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption cannot be read</source>
        <translation>Caption kann nicht gelesen werden</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops while it caches the captions of its concept.</source>
        <translation>OneTrainer bricht ab, während es die Captions des Konzepts cacht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Make sure that the file may be read, or replace it.</source>
        <translation>Dafür sorgen, dass die Datei gelesen werden darf, oder sie ersetzen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption is not UTF-8</source>
        <translation>Caption ist nicht UTF-8</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the file as UTF-8, without a byte order mark.</source>
        <translation>Die Datei als UTF-8 ohne Byte Order Mark speichern.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Validation picture is also trained</source>
        <translation>Validierungsbild wird auch trainiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>The validation loss falls although the model only remembers this picture.</source>
        <translation>Der Validierungs-Loss sinkt, obwohl das Modell dieses Bild nur auswendig kennt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Take it out of one of the two concepts.</source>
        <translation>Es aus einem der beiden Konzepte nehmen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask is all black</source>
        <translation>Maske ist ganz schwarz</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Nothing of the picture is trained.</source>
        <translation>Nichts von dem Bild wird trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Paint white what is to be trained, or take the picture out of the concept&apos;s folder.</source>
        <translation>Weiß malen, was trainiert werden soll, oder das Bild aus dem Ordner des Konzepts nehmen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask of another shape</source>
        <translation>Maske mit anderen Proportionen</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>It is stretched over the picture, so that it covers other parts than were painted.</source>
        <translation>Sie wird über das Bild gestreckt und bedeckt so andere Teile als die gemalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Make the mask again in the proportions of the picture.</source>
        <translation>Die Maske in den Proportionen des Bildes neu erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>16 bits per channel</source>
        <translation>16 Bit pro Kanal</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer reads its colours wrong.</source>
        <translation>OneTrainer liest seine Farben falsch.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the picture with 8 bits per channel.</source>
        <translation>Das Bild mit 8 Bit pro Kanal speichern.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption begins with a byte order mark</source>
        <translation>Caption beginnt mit einer Byte Order Mark</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer keeps it: an invisible character comes before the first word of the prompt.</source>
        <translation>OneTrainer behält sie: Ein unsichtbares Zeichen steht vor dem ersten Wort des Prompts.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the file as UTF-8 without a byte order mark (BOM).</source>
        <translation>Die Datei als UTF-8 ohne Byte Order Mark (BOM) speichern.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption holds NUL characters</source>
        <translation>Caption enthält NUL-Zeichen</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>It may be UTF-16 without a byte order mark; the NUL characters become part of the prompt.</source>
        <translation>Vielleicht ist sie UTF-16 ohne Byte Order Mark; die NUL-Zeichen werden Teil des Prompts.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Prompt file is missing</source>
        <translation>Prompt-Datei fehlt</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Its pictures are trained with empty prompts.</source>
        <translation>Seine Bilder werden mit leeren Prompts trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Connect the drive, or name another file in the concept.</source>
        <translation>Das Laufwerk anschließen oder im Konzept eine andere Datei nennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption under another name</source>
        <translation>Caption unter anderem Namen</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer does not read it and trains the picture with an empty prompt.</source>
        <translation>OneTrainer liest sie nicht und trainiert das Bild mit leerem Prompt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Rename it to the picture&apos;s name with .txt in place of its extension.</source>
        <translation>Sie wie das Bild nennen, mit .txt statt dessen Endung.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask with another extension</source>
        <translation>Maske mit anderer Endung</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer does not read it and trains the whole picture.</source>
        <translation>OneTrainer liest sie nicht und trainiert das ganze Bild.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save it as a PNG whose name ends in -masklabel.png.</source>
        <translation>Sie als PNG speichern, dessen Name auf -masklabel.png endet.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>File type is not trained</source>
        <translation>Dateityp wird nicht trainiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer does not look at this file.</source>
        <translation>OneTrainer sieht diese Datei nicht an.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save it as PNG, JPEG or WebP.</source>
        <translation>Sie als PNG, JPEG oder WebP speichern.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Link is not followed</source>
        <translation>Link wird nicht verfolgt</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>This trainer takes no file that is a symbolic link.</source>
        <translation>Dieser Trainer nimmt keine Datei, die ein symbolischer Link ist.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Put the file itself there.</source>
        <translation>Die Datei selbst dorthin legen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Bucket smaller than a batch</source>
        <translation>Bucket kleiner als ein Batch</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>A batch contains pictures of one size only, and pictures that do not fill one are left out of every epoch.</source>
        <translation>Ein Batch enthält nur Bilder einer Größe, und Bilder, die keinen füllen, fehlen in jeder Epoche.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Add pictures of this shape, crop these to a shape that others have, or lower the batch size.</source>
        <translation>Bilder dieser Form hinzufügen, diese auf eine Form zuschneiden, die andere haben, oder die Batchgröße senken.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>No caption file</source>
        <translation>Keine Caption-Datei</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>The picture is trained with an empty prompt.</source>
        <translation>Das Bild wird mit einem leeren Prompt trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Write the caption file, an empty one if there is nothing to say.</source>
        <translation>Die Caption-Datei schreiben, eine leere, wenn es nichts zu sagen gibt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>The picture is trained with zeros instead of a prompt in every epoch.</source>
        <translation>Das Bild wird in jeder Epoche mit Nullen statt eines Prompts trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Broken link</source>
        <translation>Defekter Link</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer treats it as a missing file.</source>
        <translation>OneTrainer behandelt ihn als fehlende Datei.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Delete the link, or connect the drive that it points to.</source>
        <translation>Den Link löschen oder das Laufwerk anschließen, auf das er zeigt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Several pictures with one name</source>
        <translation>Mehrere Bilder mit demselben Namen</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>They share one caption and one mask, and each of them is trained.</source>
        <translation>Sie teilen sich eine Caption und eine Maske, und jedes wird trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Keep one of them, or give them names of their own.</source>
        <translation>Eines davon behalten oder ihnen eigene Namen geben.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Masks are not used</source>
        <translation>Masken werden nicht verwendet</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Masked training is off in this config, so whole pictures are trained.</source>
        <translation>Maskiertes Training ist in dieser Config aus, deshalb werden ganze Bilder trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Switch masked training on if the masks are to count.</source>
        <translation>Maskiertes Training einschalten, wenn die Masken zählen sollen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask without a picture</source>
        <translation>Maske ohne Bild</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer does not use it for any picture.</source>
        <translation>OneTrainer benutzt sie für kein Bild.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Give it the name of its picture, followed by -masklabel.png.</source>
        <translation>Ihr den Namen ihres Bildes geben, gefolgt von -masklabel.png.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption is too long</source>
        <translation>Caption ist zu lang</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>They are never trained.</source>
        <translation>Sie werden nie trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Shorten the caption, or put first what matters most.</source>
        <translation>Die Caption kürzen oder das Wichtigste an den Anfang stellen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Random setting is drawn only once</source>
        <translation>Zufällige Einstellung wird nur einmal gezogen</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>With one variation it is drawn once while caching, and every epoch repeats it.</source>
        <translation>Mit einer Variation wird beim Cachen einmal gezogen, und jede Epoche wiederholt es.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Raise the number of variations of the concept, or switch it off.</source>
        <translation>Die Zahl der Variationen des Konzepts erhöhen oder es ausschalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>One entry for two concepts</source>
        <translation>Ein Eintrag für zwei Konzepte</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>An index has one entry for each file, so both concepts are trained with what the settings of one of them made.</source>
        <translation>Ein Index hat für jede Datei einen Eintrag; deshalb werden beide Konzepte mit dem trainiert, was die Einstellungen eines von beiden ergaben.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random flip</source>
        <translation>zufälliges Spiegeln</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random rotation</source>
        <translation>zufällige Drehung</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random brightness</source>
        <translation>zufällige Helligkeit</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random contrast</source>
        <translation>zufälliger Kontrast</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random saturation</source>
        <translation>zufällige Sättigung</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random hue</source>
        <translation>zufälliger Farbton</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>{format_concept} asks for {resolution_override}, and sizes of this model are multiples of {quantisation}.</source>
        <translation>{format_concept} verlangt {resolution_override}, und Größen dieses Modells sind Vielfache von {quantisation}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>tag shuffling</source>
        <translation>Tag-Mischen</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>tag dropout</source>
        <translation>Tag-Dropout</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random capitals</source>
        <translation>zufällige Großschreibung</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>{format_concept} asks for {drawn}, with one variation.</source>
        <translation>{format_concept} verlangt {drawn} mit einer Variation.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>{differ}. Pictures that both ask for: {shared}.</source>
        <translation>{differ}. Bilder, die beide verlangen: {shared}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>It is trained, too.</source>
        <translation>Es wird auch trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>{trained} has the same content and is trained.</source>
        <translation>{trained} hat denselben Inhalt und wird trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>The buckets of its target resolutions contain {most} at most, and a batch takes {batch}.</source>
        <translation>Die Buckets seiner Zielauflösungen enthalten höchstens {most}, und ein Batch nimmt {batch}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>Its bucket of {bucket} × {bucket2} contains one picture, and a batch takes {batch}.</source>
        <translation>Sein Bucket von {bucket} × {bucket2} enthält ein Bild, und ein Batch nimmt {batch}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>Its bucket of {bucket} × {bucket2} contains {count} pictures, and a batch takes {batch}.</source>
        <translation>Sein Bucket von {bucket} × {bucket2} enthält {count} Bilder, und ein Batch nimmt {batch}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/files/store.py"/>
        <source>No config was opened, so it is not known whether it is needed.</source>
        <translation>Es wurde keine Config geöffnet, daher ist nicht bekannt, ob sie gebraucht wird.</translation>
    </message>
    <message>
        <location filename="../../core/survey/files/store.py"/>
        <source>{why} The config {name} needs it.</source>
        <translation>{why} Die Config {name} braucht sie.</translation>
    </message>
    <message>
        <location filename="../../core/survey/files/store.py"/>
        <source>{why} No config was opened, so it is not known whether it is needed.</source>
        <translation>{why} Es wurde keine Config geöffnet, daher ist nicht bekannt, ob sie gebraucht wird.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>The drive of this cache cannot lock files.</source>
        <translation>Das Laufwerk dieses Caches kann keine Dateien sperren.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>Larder uses a file as a lock instead; do not let two computers write here at once.</source>
        <translation>Larder sperrt stattdessen mit einer Datei; nicht von zwei Rechnern gleichzeitig hierher schreiben.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>cache.json is missing; {copy} was read, as the trainer would.</source>
        <translation>cache.json fehlt; {copy} wurde gelesen, wie es auch der Trainer tun würde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>The trainer repairs it at its next start.</source>
        <translation>Der Trainer repariert ihn beim nächsten Start.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>The index row of {key} cannot be read: {reason}.</source>
        <translation>Die Indexzeile für {key} ist nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>Its cached files are kept and can be relinked.</source>
        <translation>Die Cache-Dateien bleiben erhalten und lassen sich wieder zuordnen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{value} more index rows cannot be read.</source>
        <translation>{value} weitere Indexzeilen sind nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>A trainer stops at {stops_at} with an error; {copy} was read here instead.</source>
        <translation>Ein Trainer bricht bei {stops_at} mit einem Fehler ab; hier wurde stattdessen {copy} gelesen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{copy} was read instead, as the trainer would.</source>
        <translation>{copy} wurde stattdessen gelesen, wie es auch der Trainer tun würde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>A trainer stops at {stops_at} with an error; {count} of its rows can be read and are shown.</source>
        <translation>Ein Trainer bricht bei {stops_at} mit einem Fehler ab; {count} seiner Zeilen können gelesen werden und werden angezeigt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{count} of its rows can be read and are shown.</source>
        <translation>{count} seiner Zeilen sind lesbar und werden angezeigt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>None of its rows can be read, and a trainer stops here with an error.</source>
        <translation>Keine seiner Zeilen kann gelesen werden, und ein Trainer bricht hier mit einem Fehler ab.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>None of its rows can be read, and there is no other copy.</source>
        <translation>Keine seiner Zeilen ist lesbar, und es gibt keine andere Kopie.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>You do not have permission to read {record}, in which Larder records what it did here.</source>
        <translation>Für {record} fehlen die Leserechte; dort zeichnet Larder auf, was es hier getan hat.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>Cached files are judged as they are, without their records. To change anything here, ask the owner for permission to read and write the file.</source>
        <translation>Cache-Dateien werden ohne ihre Aufzeichnungen beurteilt, so wie sie sind. Um hier etwas zu ändern, muss der Eigentümer Lese- und Schreibrechte für die Datei geben.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>OT_SKIP_CACHE_VALIDATION is set, so OneTrainer trusts its index without checking any file.</source>
        <translation>OT_SKIP_CACHE_VALIDATION ist gesetzt, daher vertraut OneTrainer seinem Index, ohne eine Datei zu prüfen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>It would train with what was cached of edited and deleted files. Build before you train, or unset it.</source>
        <translation>Es würde mit dem trainieren, was von bearbeiteten und gelöschten Dateien im Cache ist. Vor dem Training erstellen oder die Variable entfernen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>Cached files are judged as they are. Where nothing is cached yet, the trainer would train with empty prompts: connect the drive, or name another file.</source>
        <translation>Cache-Dateien werden beurteilt, wie sie sind. Wo noch nichts gecacht ist, würde der Trainer mit leeren Prompts trainieren: das Laufwerk anschließen oder eine andere Datei nennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>None of its files counts as deleted, but the trainer would stop here. Check that its drive is connected and that you may read it.</source>
        <translation>Keine seiner Dateien gilt als gelöscht, aber der Trainer würde hier abbrechen. Prüfen, ob das Laufwerk angeschlossen ist und Leserechte vorhanden sind.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{entries_text} was encoded with {model}</source>
        <translation>{entries_text} wurde mit {model} encodiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{entries_text} were encoded with {model}</source>
        <translation>{entries_text} wurden mit {model} encodiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>A trainer uses them side by side. A build with {asked} encodes the others again.</source>
        <translation>Ein Trainer benutzt sie nebeneinander. Ein Build mit {asked} encodiert die anderen neu.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>No cached file was made from files in {folder}, the folder that was named as deleted for good.</source>
        <translation>Keine Cache-Datei wurde aus Dateien in {folder} erstellt, dem Ordner, der als endgültig gelöscht angegeben wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>This has no effect. Give the folder that the concept names.</source>
        <translation>Das hat keine Wirkung. Den Ordner angeben, den das Konzept nennt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/rows.py"/>
        <source>A newer cached file of {made_from} has replaced it</source>
        <translation>Eine neuere Cache-Datei von {made_from} hat sie ersetzt</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>there is no config</source>
        <translation>es gibt keine Config</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>The index does not record the masks of {count} of its pictures, so only the date of a mask shows that it was edited or added.</source>
        <translation>Der Index zeichnet die Masken von {count} seiner Bilder nicht auf; nur das Datum einer Maske zeigt, dass sie bearbeitet oder hinzugefügt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>A build finds removed masks and records all masks; reading every cached file only finds them.</source>
        <translation>Ein Build findet entfernte Masken und zeichnet alle Masken auf; das Lesen jeder Cache-Datei findet sie nur.</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>{owners} exists and has this content.</source>
        <translation>{owners} ist da und hat diesen Inhalt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>The folder {folder} cannot be listed ({refusal}), and a file in it may need this cached file.</source>
        <translation>Der Ordner {folder} lässt sich nicht auflisten ({refusal}), und eine Datei darin könnte diese Cache-Datei brauchen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>{path} cannot be read ({why}), and it may need this cached file.</source>
        <translation>{path} ist nicht lesbar ({why}) und könnte diese Cache-Datei brauchen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/verdicts.py"/>
        <source>checking cached files</source>
        <translation>Cache-Dateien werden geprüft</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/verdicts.py"/>
        <source>added or edited</source>
        <translation>hinzugefügt oder bearbeitet</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>No dataset of this config lists its folder.</source>
        <translation>Kein Datensatz dieser Config nennt seinen Ordner.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>The folder has cached files and no pictures; they may be on a drive that is not connected.</source>
        <translation>Der Ordner enthält Cache-Dateien und keine Bilder; vielleicht liegen sie auf einem Laufwerk, das nicht angeschlossen ist.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It is for {label}, and this config trains {label2}.</source>
        <translation>Sie ist für {label}, und diese Config trainiert {label2}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>Which models the config trains is not known, so nothing speaks against it.</source>
        <translation>Welche Modelle die Config trainiert, ist nicht bekannt; nichts spricht also dagegen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>metadata_cache.json does not list its picture, and kohya trusts that file.</source>
        <translation>metadata_cache.json nennt ihr Bild nicht, und kohya richtet sich danach.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>Its picture is so small that the config leaves it out (skip_image_resolution).</source>
        <translation>Ihr Bild ist so klein, dass die Config es auslässt (skip_image_resolution).</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>kohya reads {read} in its place.</source>
        <translation>kohya liest an ihrer Stelle {read}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>kohya looks for the text under another name and never reads this file.</source>
        <translation>kohya sucht den Text unter einem anderen Namen und liest diese Datei nie.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>{listed} does not exist any more, and metadata_cache.json still lists it: kohya still trains it from this file, and would stop without it. They can only be removed together.</source>
        <translation>{listed} gibt es nicht mehr, doch metadata_cache.json nennt es noch: kohya trainiert es weiterhin aus dieser Datei und würde ohne sie abbrechen. Beides wird nur zusammen entfernt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>No picture has this name. {renamed} has the same size and nothing cached; it may be the same picture under another name.</source>
        <translation>Kein Bild hat diesen Namen. {renamed} hat dieselbe Größe und noch nichts im Cache; vielleicht ist es dasselbe Bild unter anderem Namen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>No picture in the folder has this name.</source>
        <translation>Kein Bild im Ordner hat diesen Namen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It lists pictures that do not exist: {name_some}.</source>
        <translation>Sie nennt Bilder, die es nicht gibt: {name_some}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It lacks pictures of the folder: {name_some}.</source>
        <translation>Es fehlen Bilder des Ordners: {name_some}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It has another size for: {name_some}.</source>
        <translation>Sie nennt eine andere Größe für: {name_some}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It lists what is in the folder.</source>
        <translation>Sie nennt, was im Ordner liegt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>kohya trusts this list over the folder.</source>
        <translation>kohya richtet sich nach dieser Liste und nicht nach dem Ordner.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>Its text is not cached yet; kohya encodes it at its next start.</source>
        <translation>Sein Text ist noch nicht im Cache; kohya encodiert ihn beim nächsten Start.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It is not cached yet, and kohya will encode it squeezed: it takes the size {size} × {size2} from {name}, whose name begins alike. Rename the picture first.</source>
        <translation>Es ist noch nicht im Cache, und kohya wird es verzerrt encodieren: Die Größe {size} × {size2} übernimmt es von {name}, dessen Name gleich beginnt. Das Bild vorher umbenennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It is not cached yet; kohya encodes it at its next start.</source>
        <translation>Es ist noch nicht im Cache; kohya encodiert es beim nächsten Start.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>Fits as far as name, size, arrays and dates tell; kohya records no more.</source>
        <translation>Passt, soweit Name, Größe, Arrays und Datum es zeigen; mehr zeichnet kohya nicht auf.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{replaced_by} exists and is always preferred, so this file is never read.</source>
        <translation>{replaced_by} ist vorhanden und wird immer vorgezogen; diese Datei wird nie gelesen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{harm}. kohya trains with it without a warning.</source>
        <translation>{harm}. kohya trainiert ohne Warnung damit.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{picture} is newer than its latents. kohya compares no dates and will use them.</source>
        <translation>{picture} ist neuer als seine Latents. kohya vergleicht keine Daten und wird sie verwenden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{problem} kohya stops when it opens the file.</source>
        <translation>{problem} kohya stoppt, wenn es die Datei öffnet.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{names} have the same name except for the extension, so kohya trains both with this file. Rename one of them.</source>
        <translation>{names} heißen bis auf die Endung gleich, daher trainiert kohya beide mit dieser Datei. Eines davon umbenennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It was encoded distorted: the picture was {text} and was taken to be {text2}, the size of another picture whose name begins alike.</source>
        <translation>Es wurde verzerrt encodiert: Das Bild hatte {text} und wurde für {text2} gehalten, die Größe eines anderen Bildes, dessen Name gleich beginnt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{picture} is {text}, and it was {text2} when it was cached: it is another picture now. kohya does not notice and trains the old one.</source>
        <translation>{picture} hat {text}, beim Cachen hatte es {text2}: Es ist jetzt ein anderes Bild. kohya bemerkt das nicht und trainiert das alte.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>The latents are {text_of}, and the config asks for {text_of2}. kohya uses latents of an earlier release without comparing their size.</source>
        <translation>Die Latents haben {text_of}, und die Config verlangt {text_of2}. kohya verwendet Latents einer früheren Version, ohne ihre Größe zu vergleichen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has latents of {value}, and the config asks for {text_of}.</source>
        <translation>Sie enthält Latents von {value}, und die Config verlangt {text_of}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has no latents of {text_of}, which the config asks for.</source>
        <translation>Sie enthält keine Latents von {text_of}, die die Config verlangt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>The config asks for mirrored pictures (flip_aug), and it has no mirrored latents; kohya encodes it again.</source>
        <translation>Die Config verlangt gespiegelte Bilder (flip_aug), und die Datei enthält keine gespiegelten Latents; kohya encodiert sie neu.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>The config asks for masks (alpha_mask), and it has none; kohya encodes it again.</source>
        <translation>Die Config verlangt Masken (alpha_mask), und die Datei enthält keine; kohya encodiert sie neu.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has a mask that the config does not ask for, and kohya applies it all the same.</source>
        <translation>Sie enthält eine Maske, die die Config nicht verlangt, und kohya wendet sie trotzdem an.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has a mask of {size} that the config does not ask for and that hides nothing.</source>
        <translation>Sie enthält eine Maske von {size}, die die Config nicht verlangt und die nichts verdeckt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has a mask of {size} that the config does not ask for; whether it hides anything, reading every cached file tells.</source>
        <translation>Sie enthält eine Maske von {size}, die die Config nicht verlangt; ob sie etwas verdeckt, zeigt das Lesen aller Cache-Dateien.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>Arrays of other resolutions in it are not used.</source>
        <translation>Arrays anderer Auflösungen in der Datei werden nicht verwendet.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/store.py"/>
        <source>kohya leaves its folder out: {reason}.</source>
        <translation>kohya lässt ihren Ordner aus: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/store.py"/>
        <source>a list of pictures</source>
        <translation>eine Bilderliste</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/store.py"/>
        <source>{path} is not a list of pictures: its JSON is not an object.</source>
        <translation>{path} ist keine Bilderliste: Das JSON ist kein Objekt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>It lacks {lacking}; kohya encodes it again.</source>
        <translation>Es fehlen {lacking}; kohya encodiert sie neu.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>{caption} is newer than its cached text. {what_is_used}</source>
        <translation>{caption} ist neuer als der zugehörige Text im Cache. {what_is_used}</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>metadata_cache.json still has the caption “{caption}” for it.</source>
        <translation>metadata_cache.json nennt dafür noch die Caption „{caption}“.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>kohya compares no captions and will use it.</source>
        <translation>kohya vergleicht keine Captions und wird ihn verwenden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>It has {shape} tokens, and the config asks for {asked}. kohya pads it with zeros and does not notice.</source>
        <translation>Er hat {shape} Token, und die Config verlangt {asked}. kohya füllt mit Nullen auf und bemerkt das nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/linked_payloads.py"/>
        <source>A trainer wrote into it through a numbered file that is the same file on the drive, so it may contain values of another picture, caption or model.</source>
        <translation>Ein Trainer hat über eine nummerierte Datei hineingeschrieben, die auf dem Laufwerk dieselbe Datei ist; sie kann also Werte eines anderen Bildes, einer anderen Caption oder eines anderen Modells enthalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/looked_slots.py"/>
        <source>the cached file of its present content is {own}</source>
        <translation>die Cache-Datei seines jetzigen Inhalts ist {own}</translation>
    </message>
    <message>
        <location filename="../../core/survey/moved_content.py"/>
        <source>More than {most_folders} folders may hold its source.</source>
        <translation>Mehr als {most_folders} Ordner könnten die Quelldatei enthalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/moved_content.py"/>
        <source>looking for moved files</source>
        <translation>Verschobene Dateien werden gesucht</translation>
    </message>
    <message>
        <location filename="../../core/survey/moved_content.py"/>
        <source>Its source may have moved: {path} cannot be read: {reason}.</source>
        <translation>Die Quelldatei ist vielleicht verschoben worden: {path} ist nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/moved_content.py"/>
        <source>Its source may have moved: the folder {folder} cannot be listed: {reason}.</source>
        <translation>Die Quelldatei ist vielleicht verschoben worden: Der Ordner {folder} lässt sich nicht auflisten: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Fits as far as name, size, arrays and dates tell; musubi records no more.</source>
        <translation>Passt, soweit Name, Größe, Arrays und Datum es zeigen; mehr zeichnet musubi nicht auf.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>The folder of its picture or video has no sources; they may be on a drive that is not connected.</source>
        <translation>Der Ordner ihres Bildes oder Videos enthält keine Quelldateien; vielleicht liegen sie auf einem Laufwerk, das nicht angeschlossen ist.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>musubi trains on it all the same</source>
        <translation>musubi trainiert trotzdem damit</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It is not a cached file, although its name ends like one: the trainer&apos;s cache command deletes it, and training stops at its name. Move it away first.</source>
        <translation>Sie ist keine Cache-Datei, obwohl ihr Name so endet: Der Cache-Befehl des Trainers löscht sie, und das Training bricht an ihrem Namen ab. Die Datei vorher verschieben.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It is not a cached file; the trainer neither reads it nor removes it.</source>
        <translation>Sie ist keine Cache-Datei; der Trainer liest und entfernt sie nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>No dataset of this config has this cache folder: it is neither read nor deleted.</source>
        <translation>Kein Datensatz dieser Config hat diesen Cache-Ordner: Sie wird weder gelesen noch gelöscht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It is for {label}, and most files here are for {label2}.</source>
        <translation>Sie ist für {label}, die meisten Dateien hier sind für {label2}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its caption file is gone, so the trainer leaves the picture out, but what is cached of it is trained until the cache command deletes it.</source>
        <translation>Die Caption-Datei fehlt, daher lässt der Trainer das Bild aus; das Gecachte wird aber trainiert, bis der Cache-Befehl es löscht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>{problem} Training stops when it gets there.</source>
        <translation>{problem} Das Training bricht dort ab.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture is gone, and musubi trains on it all the same. {renamed} has the same size and caption and nothing cached; it may be the same picture under another name.</source>
        <translation>Ihr Bild ist weg, und musubi trainiert trotzdem damit. {renamed} hat dieselbe Größe und Caption und noch nichts im Cache; vielleicht ist es dasselbe Bild unter anderem Namen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture or video is gone, and musubi trains on it all the same.</source>
        <translation>Ihr Bild oder Video ist weg, und musubi trainiert trotzdem damit.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture or video is gone; without a text file it is left out of training.</source>
        <translation>Ihr Bild oder Video ist weg; ohne Textdatei wird sie nicht trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>{count} pictures have this name and this size, so they share this file, which has whichever was cached last. Rename one of them.</source>
        <translation>{count} Bilder haben diesen Namen und diese Größe und teilen sich daher diese Datei; sie enthält das zuletzt gecachte. Eines davon umbenennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture is {text} now, and it was {text2} when it was cached; musubi trains on it all the same, until the cache command makes a new file and deletes this one.</source>
        <translation>Ihr Bild hat jetzt {text}, beim Cachen hatte es {text2}; musubi trainiert trotzdem damit, bis der Cache-Befehl eine neue Datei erzeugt und diese löscht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>The latents are {text}, and the config asks for {map}; musubi trains on it all the same. The cache command makes it again, but not with --skip_existing.</source>
        <translation>Die Latents haben {text}, und die Config verlangt {map}; musubi trainiert trotzdem damit. Der Cache-Befehl erstellt sie neu, aber nicht mit --skip_existing.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>No bucket of this config is {text}, and musubi trains on it all the same.</source>
        <translation>Kein Bucket dieser Config hat {text}, und musubi trainiert trotzdem damit.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>The config asks for no clip of {frames} frames that begins at {first}, and musubi trains on it all the same.</source>
        <translation>Die Config verlangt keinen Clip von {frames} Bildern, der bei {first} beginnt, und musubi trainiert trotzdem damit.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture, video or control picture is newer than its latents. musubi compares no dates.</source>
        <translation>Ihr Bild, Video oder Kontrollbild ist neuer als die Latents. musubi vergleicht keine Daten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>{fits} Its text file is missing, so it is left out of training.</source>
        <translation>{fits} Ihre Textdatei fehlt, daher wird sie nicht trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It lacks the arrays {value} of one of the encoders. The cache command makes them, but not with --skip_existing.</source>
        <translation>Es fehlen die Arrays {value} eines der Encoder. Der Cache-Befehl erstellt sie, aber nicht mit --skip_existing.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>{count} sources have this name and different captions, and one text file: it has “{cached}”. Rename one of them.</source>
        <translation>{count} Quelldateien haben diesen Namen und verschiedene Captions, aber nur eine Textdatei: Sie enthält „{cached}“. Eine davon umbenennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It was made from “{cached}”, and the caption is “{caption}” now; musubi trains on it all the same. The cache command makes it again, but not with --skip_existing.</source>
        <translation>Sie entstand aus „{cached}“, und die Caption lautet jetzt „{caption}“; musubi trainiert trotzdem damit. Der Cache-Befehl erstellt sie neu, aber nicht mit --skip_existing.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its text is not cached yet, so it is left out of training; the cache command makes it.</source>
        <translation>Sein Text ist noch nicht im Cache, daher wird es nicht trainiert; der Cache-Befehl erzeugt ihn.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It is not cached yet and therefore not trained; the cache command makes it.</source>
        <translation>Es ist noch nicht im Cache und wird daher nicht trainiert; der Cache-Befehl erzeugt es.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>Line {number} of {path} names no picture or video.</source>
        <translation>Zeile {number} von {path} nennt kein Bild oder Video.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>The list {path} cannot be read: {reason}.</source>
        <translation>Die Liste {path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>The list {path} is not UTF-8.</source>
        <translation>Die Liste {path} ist nicht UTF-8.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>Line {number} of {path} is not valid JSON.</source>
        <translation>Zeile {number} von {path} ist kein gültiges JSON.</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>Line {number} of {path} is not a JSON object.</source>
        <translation>Zeile {number} von {path} ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/odd_forms.py"/>
        <source>checking how files were made</source>
        <translation>Es wird geprüft, wie Dateien erstellt wurden</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>Not what the config&apos;s model makes: {compared} were encoded again to compare, and differ by {percent}</source>
        <translation>Nicht das, was das Modell der Config erzeugt: {compared} wurden zum Vergleich neu encodiert und weichen um {percent} ab</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>{describe_changes} in the latest build</source>
        <translation>{describe_changes} im neuesten Build</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>encoded with {named}, while the latest build used {named2}</source>
        <translation>encodiert mit {named}, im neuesten Build dagegen mit {named2}</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>The dates of cached files differ from the recorded ones ({files}), as after copying without dates; Larder recognised by names, sizes and content how they were made.</source>
        <translation>Cache-Dateien haben andere Daten als aufgezeichnet ({files}), wie nach dem Kopieren ohne Datum; wie sie erstellt wurden, hat Larder an Namen, Größen und Inhalt wiedererkannt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>reading models</source>
        <translation>Modelle werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_sources.py"/>
        <source>another file, or from an older version of it</source>
        <translation>einer anderen Datei oder aus einer älteren Fassung von ihr</translation>
    </message>
    <message>
        <location filename="../../core/survey/programs.py"/>
        <source>A trainer would run code from {value} more files of this cache.</source>
        <translation>Ein Trainer würde Code aus {value} weiteren Dateien dieses Caches ausführen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its captions, so Larder cannot tell which were edited.</source>
        <translation>Dieser Cache zeichnet weder Inhalt noch Datum seiner Captions auf, darum kann Larder nicht sagen, welche bearbeitet wurden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its captions, so an edited one shows only by a date newer than its cached file&apos;s.</source>
        <translation>Dieser Cache zeichnet weder Inhalt noch Datum seiner Captions auf; eine bearbeitete ist also nur an einem Datum zu erkennen, das neuer ist als das ihrer Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its captions, so an edited one shows only by the tokens in its cached file.</source>
        <translation>Dieser Cache zeichnet weder Inhalt noch Datum seiner Captions auf; eine bearbeitete ist also nur an den Token in ihrer Cache-Datei zu erkennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its pictures, so Larder cannot tell which were edited.</source>
        <translation>Dieser Cache zeichnet weder Inhalt noch Datum seiner Bilder auf, darum kann Larder nicht sagen, welche bearbeitet wurden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its pictures, so an edited one shows only by a date newer than its cached file&apos;s.</source>
        <translation>Dieser Cache zeichnet weder Inhalt noch Datum seiner Bilder auf; ein bearbeitetes ist also nur an einem Datum zu erkennen, das neuer ist als das seiner Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its pictures, so an edited one shows only by the tokens in its cached file.</source>
        <translation>Dieser Cache zeichnet weder Inhalt noch Datum seiner Bilder auf; ein bearbeitetes ist also nur an den Token in seiner Cache-Datei zu erkennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its captions, so Larder cannot tell which were edited.</source>
        <translation>Für {count} von {count2} Gruppen zeichnet dieser Cache weder Inhalt noch Datum der Captions auf; Larder kann also nicht sagen, welche bearbeitet wurden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its captions, so an edited one shows only by a date newer than its cached file&apos;s.</source>
        <translation>Für {count} von {count2} Gruppen zeichnet dieser Cache weder Inhalt noch Datum der Captions auf; was bearbeitet wurde, zeigt sich also nur an einem Datum, das neuer ist als das der Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its captions, so an edited one shows only by the tokens in its cached file.</source>
        <translation>Für {count} von {count2} Gruppen zeichnet dieser Cache weder Inhalt noch Datum der Captions auf; was bearbeitet wurde, zeigt sich also nur an den Token in seiner Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its pictures, so Larder cannot tell which were edited.</source>
        <translation>Für {count} von {count2} Gruppen zeichnet dieser Cache weder Inhalt noch Datum der Bilder auf; Larder kann also nicht sagen, welche bearbeitet wurden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its pictures, so an edited one shows only by a date newer than its cached file&apos;s.</source>
        <translation>Für {count} von {count2} Gruppen zeichnet dieser Cache weder Inhalt noch Datum der Bilder auf; was bearbeitet wurde, zeigt sich also nur an einem Datum, das neuer ist als das der Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its pictures, so an edited one shows only by the tokens in its cached file.</source>
        <translation>Für {count} von {count2} Gruppen zeichnet dieser Cache weder Inhalt noch Datum der Bilder auf; was bearbeitet wurde, zeigt sich also nur an den Token in seiner Cache-Datei.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>A build records them. Without one, have OneTrainer clear this cache after you edit captions.</source>
        <translation>Ein Build zeichnet sie auf. Ohne Build nach dem Bearbeiten von Captions diesen Cache von OneTrainer leeren lassen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>A build records them. Without one, have OneTrainer clear this cache after you edit pictures.</source>
        <translation>Ein Build zeichnet sie auf. Ohne Build nach dem Bearbeiten von Bildern diesen Cache von OneTrainer leeren lassen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>the pictures it lists</source>
        <translation>den Bildern, die sie aufführt</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>its number of cached files</source>
        <translation>der Zahl ihrer Cache-Dateien</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>{shifted} of {count} are trained with what was made from another file; without this group, the trainer caches all of them again.</source>
        <translation>{shifted} von {count} werden mit dem trainiert, was aus einer anderen Datei erstellt wurde; ohne diese Gruppe cacht der Trainer alle neu.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It belongs to the concept {label}, which this config does not train.</source>
        <translation>Sie gehört zum Konzept {label}, das diese Config nicht trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It is named {key_form_text}.</source>
        <translation>Sie heißt, {key_form_text}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>Its name fits no settings of the concept {label}; it was matched by {evidence}.</source>
        <translation>Ihr Name passt zu keinen Einstellungen des Konzepts {label}; erkannt wurde sie an {evidence}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It has the name that an older OneTrainer gave the concept {labels}, of which there is a newer group here.</source>
        <translation>Sie heißt so, wie ein älteres OneTrainer das Konzept {labels} nannte, von dem hier eine neuere Gruppe liegt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It is named {key_form_text}; the concept {labels} is read from another group that is here.</source>
        <translation>Sie heißt, {key_form_text}; das Konzept {labels} wird aus einer anderen Gruppe gelesen, die hier liegt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>The folder {folder} of its files cannot be reached, so it is kept.</source>
        <translation>Der Ordner {folder} ihrer Dateien ist nicht erreichbar, darum bleibt sie erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>The file it was made from is gone.</source>
        <translation>Die Datei, aus der es erstellt wurde, ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>All {count} files it was made from are gone.</source>
        <translation>Keine der {count} Dateien, aus denen es erstellt wurde, ist noch vorhanden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>There is no concept list to match it with.</source>
        <translation>Es gibt keine Konzeptliste, um es zuzuordnen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It was made with other settings of the concept {labels}; another config may use it.</source>
        <translation>Es wurde mit anderen Einstellungen des Konzepts {labels} erstellt; vielleicht benutzt es eine andere Config.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It belongs to no concept of this config; another config may use it.</source>
        <translation>Es gehört zu keinem Konzept dieser Config; vielleicht benutzt es eine andere.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>Its folder cannot be read: {problem}.</source>
        <translation>Der Ordner ist nicht lesbar: {problem}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>OneTrainer treats it as a missing file: {passed_over}</source>
        <translation>OneTrainer behandelt es als fehlende Datei: {passed_over}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>The file no longer exists; its folder {root} does</source>
        <translation>Die Datei existiert nicht mehr, ihr Ordner {root} schon</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/groups.py"/>
        <source>reading groups</source>
        <translation>Gruppen werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/prompts.py"/>
        <source>Which captions these files hold was not checked: {problem}</source>
        <translation>Welche Captions diese Dateien enthalten, wurde nicht geprüft: {problem}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/prompts.py"/>
        <source>Which captions these files hold was not checked: their tokens do not come from the tokenizer on this computer.</source>
        <translation>Welche Captions diese Dateien enthalten, wurde nicht geprüft: Ihre Token stammen nicht vom Tokenizer auf diesem Rechner.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/prompts.py"/>
        <source>the caption of {source}</source>
        <translation>der Caption von {source}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/recovery.py"/>
        <source>It is not the file that was recorded, and nothing in it shows what it was made from.</source>
        <translation>Es ist nicht die aufgezeichnete Datei, und nichts in ihr zeigt, woraus sie erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/recovery.py"/>
        <source>The dates of folders of this cache differ from the recorded ones ({folders}), as after copying without dates; Larder recognised by names, sizes and content what their files were made from.</source>
        <translation>Ordner dieses Caches haben andere Daten als aufgezeichnet ({folders}), wie nach dem Kopieren ohne Datum; woraus ihre Dateien erstellt wurden, hat Larder an Namen, Größen und Inhalt wiedererkannt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/recovery.py"/>
        <source>A build records the new dates.</source>
        <translation>Ein Build zeichnet die neuen Daten auf.</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Renamed: it was {pictures} when it was cached</source>
        <translation>Umbenannt: Beim Cachen hieß es {pictures}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Cached file {sample} of variation {number}</source>
        <translation>Cache-Datei {sample} der Variation {number}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Caching of variation {number} was interrupted; the trainer starts it again from the beginning</source>
        <translation>Das Cachen von Variation {number} wurde unterbrochen; der Trainer fängt damit von vorn an</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Variation {number} is not cached yet</source>
        <translation>Variation {number} ist noch nicht gecacht</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Only the first {count} of {samples} are cached, and the trainer stops when it gets past them</source>
        <translation>Nur die ersten {count} von {samples} sind gecacht, und der Trainer bricht danach ab</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Cached file {sample} is missing</source>
        <translation>Cache-Datei {sample} fehlt</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Its cached file is missing from the disk, and the trainer stops when it gets there</source>
        <translation>Die Cache-Datei fehlt auf dem Datenträger, und der Trainer bricht dort ab</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>{count} are cached and the concept has {samples}, but it is not recorded which belongs to which, so this cached file may be of another picture</source>
        <translation>{count} sind gecacht, das Konzept hat {samples}, aber es ist nicht aufgezeichnet, was wozu gehört; diese Cache-Datei kann also zu einem anderen Bild gehören</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>the caption of </source>
        <translation>die Caption von </translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>Nothing is cached for the concept {label} yet</source>
        <translation>Vom Konzept {label} ist noch nichts gecacht</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>Made with other settings of the concept {label}; the trainer will cache it again</source>
        <translation>Mit anderen Einstellungen des Konzepts {label} erstellt; der Trainer cacht es neu</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>Group {key}</source>
        <translation>Gruppe {key}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>The concept {label} does not use it any more</source>
        <translation>Das Konzept {label} benutzt es nicht mehr</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>Its picture {picture} is gone</source>
        <translation>Sein Bild {picture} ist nicht mehr vorhanden</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer stops when it gets there</source>
        <translation>der Trainer bricht dort ab</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer keeps training one of the two with what was made from the other</source>
        <translation>der Trainer trainiert eines der beiden mit dem, was aus dem anderen erstellt wurde</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer keeps training with wrong pairs without a warning</source>
        <translation>der Trainer trainiert ohne Warnung mit falschen Paaren weiter</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer stops when it gets there, or trains with what is left of it</source>
        <translation>der Trainer bricht dort ab oder trainiert mit dem, was davon übrig ist</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer keeps training with these values</source>
        <translation>der Trainer trainiert mit diesen Werten weiter</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it again at its next start</source>
        <translation>der Trainer encodiert es beim nächsten Start neu</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer may keep using the old one</source>
        <translation>der Trainer benutzt vielleicht weiter das Alte</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer does not notice and keeps using the old one</source>
        <translation>der Trainer merkt es nicht und benutzt weiter das Alte</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it at its next start</source>
        <translation>der Trainer encodiert es beim nächsten Start</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it at its next start, or stops when it gets there</source>
        <translation>der Trainer encodiert es beim nächsten Start oder bricht dort ab</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer may keep using the size that is cached</source>
        <translation>der Trainer benutzt vielleicht weiter die gecachte Größe</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps training with wrong pairs without a warning</source>
        <translation>OneTrainer trainiert ohne Warnung mit falschen Paaren weiter</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer stops when it gets there, or trains with what is left of it</source>
        <translation>OneTrainer bricht dort ab oder trainiert mit dem, was davon übrig ist</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps training with these values</source>
        <translation>OneTrainer trainiert mit diesen Werten weiter</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps using the old one without a warning</source>
        <translation>OneTrainer benutzt ohne Warnung weiter das Alte</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps using the old one, or encodes the whole group again if the group has another name now</source>
        <translation>OneTrainer benutzt weiter das Alte oder encodiert die ganze Gruppe neu, wenn sie jetzt anders heißt</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer stops when it gets there, if the rest of the group is cached</source>
        <translation>OneTrainer bricht dort ab, wenn der Rest der Gruppe gecacht ist</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer stops when it gets there</source>
        <translation>OneTrainer bricht dort ab</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps using the size that is cached</source>
        <translation>OneTrainer benutzt weiter die gecachte Größe</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer stops at its next start, at a source file that it cannot cache</source>
        <translation>der Trainer bricht beim nächsten Start bei einer Quelldatei ab, die er nicht cachen kann</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>To have it make this cache again, switch on “Clear cache before training” there, once.</source>
        <translation>Damit es diesen Cache neu erstellt, dort einmal „Clear cache before training“ einschalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it at its next start, unless it stops at a source file that was not opened yet</source>
        <translation>der Trainer encodiert es beim nächsten Start, sofern er nicht bei einer noch nicht geöffneten Quelldatei abbricht</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it again at its next start, unless it stops at a source file that was not opened yet</source>
        <translation>der Trainer encodiert es beim nächsten Start neu, sofern er nicht bei einer noch nicht geöffneten Quelldatei abbricht</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer encodes it at its next start, unless it stops at a source file that was not opened yet</source>
        <translation>OneTrainer encodiert es beim nächsten Start, sofern es nicht bei einer noch nicht geöffneten Quelldatei abbricht</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Until then, everything made from it is kept.</source>
        <translation>Bis dahin bleibt alles daraus Erstellte erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>find the new place of its folder</source>
        <translation>den neuen Ort des Ordners suchen</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>connect its drive; nothing else has to be done</source>
        <translation>das Laufwerk anschließen; sonst ist nichts zu tun</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Connect its drive, or put its folder back. Until then, everything made from it is kept.</source>
        <translation>Das Laufwerk anschließen oder den Ordner zurücklegen. Bis dahin bleibt alles daraus Erstellte erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Make sure that the file can be read. Until then, everything made from it is kept.</source>
        <translation>Dafür sorgen, dass die Datei lesbar ist. Bis dahin bleibt alles daraus Erstellte erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Repair or replace the picture, mask or caption that cannot be used, or take it out of the concept&apos;s folder; nothing can be made from it as it is.</source>
        <translation>Das unbrauchbare Bild, die unbrauchbare Maske oder Caption reparieren, ersetzen oder aus dem Ordner des Konzepts nehmen; so lässt sich nichts daraus erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>encode it again</source>
        <translation>neu encodieren</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer trains with the changed values</source>
        <translation>der Trainer trainiert mit den veränderten Werten</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer trains with the changed values</source>
        <translation>OneTrainer trainiert mit den veränderten Werten</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>encode it</source>
        <translation>encodieren</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>link it to the cached file that already has its content; nothing is encoded</source>
        <translation>ihm die vorhandene Cache-Datei mit seinem Inhalt zuordnen; nichts wird encodiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>link its cached file to the file that has the same content now</source>
        <translation>die Cache-Datei der Datei zuordnen, die jetzt denselben Inhalt hat</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the cached files of the deleted caption to quarantine</source>
        <translation>die Cache-Dateien der gelöschten Caption in Quarantäne verschieben</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>it only takes up space; the picture is trained without a caption until it has one again</source>
        <translation>es belegt nur Platz; das Bild wird ohne Caption trainiert, bis es wieder eine hat</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move its cached files and its entry to quarantine; Undo restores both</source>
        <translation>die Cache-Dateien und den Eintrag in Quarantäne verschieben; „Rückgängig“ stellt beides wieder her</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>it only takes up space</source>
        <translation>es belegt nur Platz</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>The trainer trains the picture without a caption. Write the caption file, and it can be cached.</source>
        <translation>Der Trainer trainiert das Bild ohne Caption. Die Caption-Datei schreiben, dann lässt es sich cachen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>No action is needed: it is kept for now and does no harm.</source>
        <translation>Nichts ist zu tun: Es bleibt vorerst erhalten und schadet nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>store its new date</source>
        <translation>das neue Datum merken</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer reads the whole file once more</source>
        <translation>der Trainer liest die ganze Datei noch einmal</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the damaged file to quarantine</source>
        <translation>die beschädigte Datei in Quarantäne verschieben</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>nothing reads it with this config</source>
        <translation>mit dieser Config liest sie niemand</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the damaged file to quarantine; the trainer encodes it again</source>
        <translation>die beschädigte Datei in Quarantäne verschieben; der Trainer encodiert sie neu</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>The file cannot be read now, so nothing can be made from it.</source>
        <translation>Die Datei ist jetzt nicht lesbar; daraus lässt sich also nichts erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>No enabled concept of this config uses it, so the trainer does not read it and a build does not encode it.</source>
        <translation>Kein aktives Konzept dieser Config benutzt es; der Trainer liest es also nicht, und ein Build encodiert es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the files of its group to the right positions, and encode only what is missing or cannot be recognised</source>
        <translation>die Dateien der Gruppe an die richtigen Plätze verschieben und nur encodieren, was fehlt oder nicht zu erkennen ist</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer encodes it at its next start</source>
        <translation>OneTrainer encodiert es beim nächsten Start</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>No action is needed: OneTrainer does not check dates, and the next build stores the new one.</source>
        <translation>Nichts ist zu tun: OneTrainer achtet nicht auf das Datum, und der nächste Build merkt sich das neue.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>review its whole group, which is not ticked</source>
        <translation>die ganze Gruppe prüfen; sie ist nicht angehakt</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps using its cached file for another picture until the next build removes it.</source>
        <translation>OneTrainer benutzt die Cache-Datei weiter für ein anderes Bild, bis der nächste Build sie entfernt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>review its whole group, which is not ticked; once the groups of these pictures and of their captions are in quarantine, OneTrainer encodes both again at its next start</source>
        <translation>die ganze Gruppe prüfen; sie ist nicht angehakt. Sind die Gruppen dieser Bilder und ihrer Captions in Quarantäne, encodiert OneTrainer beim nächsten Start beide neu</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer encodes it at its next start.</source>
        <translation>OneTrainer encodiert es beim nächsten Start.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>{sentence} To have it make this cache again, switch on “Clear cache before training” there, once.</source>
        <translation>{sentence} Damit es diesen Cache neu erstellt, dort einmal „Clear cache before training“ einschalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>every survey reads the whole file again</source>
        <translation>jede Bestandsaufnahme liest die ganze Datei noch einmal</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>record the new place of its file; nothing is encoded</source>
        <translation>den neuen Ort der Datei aufzeichnen; nichts wird encodiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move it to quarantine; Undo restores it</source>
        <translation>in Quarantäne verschieben; „Rückgängig“ stellt es wieder her</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>cache the folder of its file again</source>
        <translation>den Ordner der Datei noch einmal cachen</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>programs that request it do not find it</source>
        <translation>Programme, die es anfordern, finden es nicht</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>The same encoder would give the same values again, so look at the file it was made from.</source>
        <translation>Derselbe Encoder würde wieder dieselben Werte liefern; deshalb die Datei ansehen, aus der es erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Larder cannot open the encoder that made it; only the program that made it can make it again.</source>
        <translation>Larder kann den Encoder nicht öffnen, mit dem es erstellt wurde; nur das Programm von damals kann es neu erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>It is not recorded which file it was made from. Cache the folder of that file to make it again.</source>
        <translation>Es ist nicht aufgezeichnet, aus welcher Datei es erstellt wurde. Den Ordner dieser Datei cachen, um es neu zu erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Only the program that made it can make it again.</source>
        <translation>Nur das Programm, das es erstellt hat, kann es neu erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the cached file to quarantine, so that the trainer encodes it again</source>
        <translation>die Cache-Datei in Quarantäne verschieben, damit der Trainer sie neu encodiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>it stays as it is</source>
        <translation>bleibt sie, wie sie ist</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>if the file was edited, move what was made from it to quarantine, so that the trainer encodes it again</source>
        <translation>wenn die Datei bearbeitet wurde, das daraus Erzeugte in Quarantäne verschieben, damit der Trainer es neu encodiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Rename one of the pictures, so that each gets a cached file of its own.</source>
        <translation>Eines der Bilder umbenennen, damit jedes eine eigene Cache-Datei bekommt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>The trainer encodes it at its next start; Larder builds nothing for it.</source>
        <translation>Der Trainer encodiert es beim nächsten Start; Larder erstellt dafür nichts.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>No action is needed: it stays as it is.</source>
        <translation>Es ist nichts zu tun: Sie bleibt, wie sie ist.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Larder builds nothing for this trainer, and a clean does not remove the file.</source>
        <translation>Larder erstellt für diesen Trainer nichts, und ein Aufräumen entfernt die Datei nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>relink them to the files that have their content now</source>
        <translation>sie den Dateien zuordnen, die jetzt ihren Inhalt haben</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>record the new places of their files</source>
        <translation>die neuen Orte der Dateien aufzeichnen</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>review what would be removed; nothing moves until you agree</source>
        <translation>prüfen, was entfernt würde; ohne Ihre Zustimmung wird nichts verschoben</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>copy the readable entries into a new index and keep the damaged file</source>
        <translation>die lesbaren Einträge in einen neuen Index kopieren und die beschädigte Datei behalten</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>%1 Otherwise %2.</source>
        <translation>%1 Sonst: %2.</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>The index cannot be read: {unread}.</source>
        <translation>Der Index ist nicht lesbar: {unread}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>The index cannot be read completely: {damage}.</source>
        <translation>Der Index ist nicht vollständig lesbar: {damage}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>{rows} row of the index cannot be read.</source>
        <translation>{rows} Zeile des Index ist nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>{rows} rows of the index cannot be read.</source>
        <translation>{rows} Zeilen des Index sind nicht lesbar.</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>{missing} A row of it may name this file.</source>
        <translation>{missing} Eine Zeile darin könnte diese Datei nennen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>is missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>holds none of its indexed files</source>
        <translation>enthält keine der indizierten Dateien</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>no longer contains the folder of these files</source>
        <translation>enthält den Ordner dieser Dateien nicht mehr</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>is on another device than before</source>
        <translation>liegt auf einem anderen Gerät als zuvor</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>is a broken link</source>
        <translation>ist ein defekter Link</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>number {value}</source>
        <translation>Nummer {value}</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>cannot be listed: {refusal}</source>
        <translation>lässt sich nicht auflisten: {refusal}</translation>
    </message>
    <message>
        <location filename="../../core/survey/sharing.py"/>
        <source>their masks differ</source>
        <translation>ihre Masken unterscheiden sich</translation>
    </message>
    <message>
        <location filename="../../core/survey/sharing.py"/>
        <source>their conditioning pictures differ</source>
        <translation>ihre Conditioning-Bilder sind verschieden</translation>
    </message>
    <message>
        <location filename="../../core/survey/sharing.py"/>
        <source>their prompts are their file names, which differ</source>
        <translation>ihre Prompts sind ihre Dateinamen, und die unterscheiden sich</translation>
    </message>
    <message>
        <location filename="../../core/survey/sharing.py"/>
        <source>{concept_name} and {concept_name2} differ: {describe_changes}</source>
        <translation>{concept_name} und {concept_name2} unterscheiden sich: {describe_changes}</translation>
    </message>
    <message>
        <location filename="../../core/survey/survey.py"/>
        <source>listing pictures</source>
        <translation>Bilder werden aufgelistet</translation>
    </message>
    <message>
        <location filename="../../core/survey/survey.py"/>
        <source>{path} cannot be read, and it may need this cached file.</source>
        <translation>{path} ist nicht lesbar und könnte diese Cache-Datei brauchen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>{spelled} cannot be listed: {reason}</source>
        <translation>{spelled} lässt sich nicht auflisten: {reason}</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>no picture is in {path}</source>
        <translation>in {path} ist kein Bild</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>it is not known what this kind of training draws</source>
        <translation>was bei dieser Trainingsart gezogen wird, ist nicht bekannt</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>It is not known which of its target resolutions the trainer draws for each picture of {name}: {why}. Cached: {is_sized}.</source>
        <translation>Es ist nicht bekannt, welche der Zielauflösungen der Trainer für jedes Bild von {name} zieht: {why}. Im Cache: {is_sized}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>A new cache would have about {expected}.</source>
        <translation>Ein neuer Cache hätte etwa {expected}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training stops when it draws this one, which may be hours after the start.</source>
        <translation>Das Training bricht ab, sobald es an diese Datei kommt, vielleicht erst Stunden nach dem Start.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Runs a program</source>
        <translation>Startet ein Programm</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>A trainer opens cached files without checking them, and this one would run a program on your computer.</source>
        <translation>Ein Trainer öffnet Cache-Dateien, ohne sie zu prüfen, und diese würde ein Programm auf Ihrem Rechner ausführen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>It would run a program when it is opened.</source>
        <translation>Sie würde beim Öffnen ein Programm ausführen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Made from another file</source>
        <translation>Aus anderer Datei erstellt</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training pairs it with what was made from another picture or caption, without a warning.</source>
        <translation>Das Training verwendet ohne Warnung, was aus einem anderen Bild oder einer anderen Caption erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Paired by chance</source>
        <translation>Zufällig gepaart</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The concept&apos;s balancing draws samples, and this trainer draws its pictures and its captions independently: most pictures are trained with the caption of another.</source>
        <translation>Das Balancing des Konzepts zieht Samples, und dieser Trainer zieht Bilder und Captions unabhängig voneinander: Die meisten Bilder werden mit der Caption eines anderen trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>No numbers (NaN)</source>
        <translation>Keine Zahlen (NaN)</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The loss becomes NaN in the first step that draws it, and the trained weights with it: everything after that step is lost.</source>
        <translation>Der Loss wird im ersten Schritt, der diese Datei zieht, zu NaN, und mit ihm die trainierten Gewichte: Alles nach diesem Schritt ist verloren.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Whatever is computed from it becomes NaN.</source>
        <translation>Alles, was daraus berechnet wird, wird zu NaN.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Changed on the disk</source>
        <translation>Auf dem Datenträger verändert</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Some of its bytes have changed since it was written. A trainer compares no checksums and trains with the changed values.</source>
        <translation>Einige Bytes haben sich seit dem Schreiben geändert. Ein Trainer vergleicht keine Prüfsummen und trainiert mit den geänderten Werten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Some of its bytes have changed since it was written.</source>
        <translation>Einige Bytes haben sich seit dem Schreiben geändert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Made for another model</source>
        <translation>Für anderes Modell erstellt</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>A trainer finds cached files by their names: this one was encoded for another model type and is useless for the model that is trained.</source>
        <translation>Ein Trainer findet Cache-Dateien nach ihrem Namen: Diese wurde für einen anderen Modelltyp encodiert und ist für das trainierte Modell nutzlos.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>All zeros</source>
        <translation>Nur Nullen</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training takes the zeros for the encoder&apos;s output and learns an empty picture or an empty prompt.</source>
        <translation>Das Training hält die Nullen für die Ausgabe des Encoders und lernt ein leeres Bild oder einen leeren Prompt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>It contains only zeros.</source>
        <translation>Sie enthält nur Nullen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The picture is trained with zeros instead of a prompt in every epoch, also if prompts come from file names or from the concept; the trainer only warns in its console.</source>
        <translation>Das Bild wird in jeder Epoche mit Nullen statt mit einem Prompt trainiert, auch wenn Prompts aus Dateinamen oder vom Konzept kommen; der Trainer warnt nur in seiner Konsole.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Write the caption file, an empty one if there is nothing to say, and build it.</source>
        <translation>Die Caption-Datei anlegen, notfalls leer, und dann erstellen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>OneTrainer stops while it caches its group.</source>
        <translation>OneTrainer bricht ab, während es die Gruppe cacht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Another caption</source>
        <translation>Andere Caption</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The picture is trained with a text that is no longer in its caption.</source>
        <translation>Das Bild wird mit einem Text trainiert, der nicht mehr in seiner Caption steht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>One prompt for several</source>
        <translation>Ein Prompt für mehrere</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>One mask for several</source>
        <translation>Eine Maske für mehrere</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>One conditioning picture for several</source>
        <translation>Ein Conditioning-Bild für mehrere</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>One concept&apos;s settings for several</source>
        <translation>Einstellungen eines Konzepts für mehrere</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Old version</source>
        <translation>Alte Fassung</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The file was edited and kept its date, so the trainer does not notice and trains with what was made from the old version.</source>
        <translation>Die Datei wurde bearbeitet und behielt ihr Datum; der Trainer merkt es nicht und trainiert mit dem, was aus der alten Fassung erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The file was edited, which OneTrainer does not notice: it trains with what was made from the old version.</source>
        <translation>Die Datei wurde bearbeitet, was OneTrainer nicht merkt: Es trainiert mit dem, was aus der alten Fassung erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>It was made from an old version of the file.</source>
        <translation>Sie wurde aus einer alten Fassung der Datei erstellt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Old mask</source>
        <translation>Alte Maske</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training uses the old mask, so the wrong part of the picture counts.</source>
        <translation>Das Training verwendet die alte Maske, so dass der falsche Teil des Bildes zählt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Other settings</source>
        <translation>Andere Einstellungen</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training uses what was made with other settings or another model, without a warning.</source>
        <translation>Das Training verwendet ohne Warnung, was mit anderen Einstellungen oder einem anderen Modell erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Other size</source>
        <translation>Andere Größe</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training uses the cached size, not the one that you set.</source>
        <translation>Das Training verwendet die gecachte Größe, nicht die eingestellte.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Incomplete file</source>
        <translation>Unvollständige Datei</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The missing part is filled with zeros if the trainer does not encode it again in time.</source>
        <translation>Der fehlende Teil wird mit Nullen gefüllt, wenn der Trainer ihn nicht rechtzeitig neu encodiert.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Wrong size</source>
        <translation>Falsche Größe</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Its size is not that of its bucket: training stops when it shares a batch with others, and learns another crop of the picture where it is alone.</source>
        <translation>Die Größe ist nicht die ihres Buckets: Das Training bricht ab, wenn sie mit anderen in einen Batch kommt, und lernt allein einen anderen Bildausschnitt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Too many tokens</source>
        <translation>Zu viele Token</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>It contains more tokens of its caption than the length to which the trainer pads captions: training stops when it draws this one, which may be hours after the start.</source>
        <translation>Sie enthält mehr Token ihrer Caption, als die Länge zulässt, auf die der Trainer Captions auffüllt: Das Training bricht ab, sobald sie an der Reihe ist, vielleicht erst nach Stunden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Unlike the others</source>
        <translation>Anders als die übrigen</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Its data type or channels differ from the rest, as if another model had made it: training stops when it shares a batch with others, and learns nonsense where it is alone.</source>
        <translation>Datentyp oder Kanäle sind anders als bei den übrigen, als käme sie von einem anderen Modell: Das Training bricht ab, wenn sie mit anderen in einen Batch kommt, und lernt allein Unsinn.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Damaged file</source>
        <translation>Beschädigte Datei</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>A program that needs it makes it again or stops.</source>
        <translation>Ein Programm, das es braucht, erstellt es neu oder bricht ab.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>List does not match</source>
        <translation>Liste passt nicht</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>OneTrainer takes names and crops of pictures from this list by their position. It stops where the list is shorter than the cached files or where the crops of a batch differ; otherwise it trains with the names of other pictures.</source>
        <translation>OneTrainer nimmt Namen und Ausschnitte der Bilder nach ihrer Position aus dieser Liste. Es bricht ab, wo die Liste kürzer ist als die Cache-Dateien oder sich die Ausschnitte eines Batches unterscheiden; sonst trainiert es mit den Namen anderer Bilder.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Cached file missing</source>
        <translation>Cache-Datei fehlt</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training stops when it draws this one, which may be hours after the start. Only a start that looks at every file makes it again.</source>
        <translation>Das Training bricht ab, sobald es an diese Datei kommt, vielleicht erst Stunden nach dem Start. Nur ein Start, der jede Datei prüft, erstellt sie neu.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Programs that request it do not find it.</source>
        <translation>Programme, die es anfordern, finden es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Other model type</source>
        <translation>Anderer Modelltyp</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training does not start.</source>
        <translation>Das Training startet nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training is not harmed, but the file contains a whole batch for a single item, which costs space and reading time.</source>
        <translation>Dem Training schadet es nicht, aber die Datei enthält für ein einziges Element einen ganzen Batch; das kostet Platz und Lesezeit.</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>The file was edited and has been cached again since</source>
        <translation>Die Datei wurde bearbeitet und seither neu gecacht</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>{path} has the same content and can reuse the cached file.</source>
        <translation>{path} hat denselben Inhalt und kann die Cache-Datei übernehmen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>It is not recorded from which files and with which settings {count} of {pluralize} were made, so edited files and other settings are not noticed.</source>
        <translation>Es ist nicht aufgezeichnet, aus welchen Dateien und mit welchen Einstellungen {count} von {pluralize} erstellt wurden; bearbeitete Dateien und andere Einstellungen fallen also nicht auf.</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>{many} made with {maker}</source>
        <translation>{many} mit {maker} erstellt</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>{others} made with a processor that is not recorded here</source>
        <translation>{others} mit einem Prozessor erstellt, der hier nicht vermerkt ist</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>Judged by the digits in their names, which leave out some settings: {told}.</source>
        <translation>Nach den Ziffern in ihren Namen, die manche Einstellung auslassen: {told}.</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>Its date changed, and it is not recorded what its content was</source>
        <translation>Das Datum hat sich geändert, und der frühere Inhalt ist nicht aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>The manifest.json of the original program does not name it.</source>
        <translation>Die manifest.json des Originalprogramms nennt es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/variants.py"/>
        <source>its own resolution, {text}, gives no size for this model</source>
        <translation>seine eigene Auflösung, {text}, ergibt bei diesem Modell keine Größe</translation>
    </message>
    <message>
        <location filename="../../core/survey/variants.py"/>
        <source>the model type {model_type} is not known</source>
        <translation>der Modelltyp {model_type} ist unbekannt</translation>
    </message>
    <message>
        <location filename="../../core/survey/variants.py"/>
        <source>a random rotated crop decides the size</source>
        <translation>ein zufällig gedrehter Zuschnitt bestimmt die Größe</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Made for another model type than this config&apos;s; the trainer stops when it gets there.</source>
        <translation>Für einen anderen Modelltyp erstellt als den dieser Config; der Trainer bricht dort ab.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Name clash</source>
        <translation>Namenskonflikt</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Two different files have the same name in the cache, so one of them is trained with what was made from the other.</source>
        <translation>Zwei verschiedene Dateien heißen im Cache gleich; eine wird also mit dem trainiert, was aus der anderen erstellt wurde.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Mixed up</source>
        <translation>Vertauscht</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Its cached file was made from another file, so training would use the wrong picture or caption.</source>
        <translation>Seine Cache-Datei wurde aus einer anderen Datei erstellt; das Training würde das falsche Bild oder die falsche Caption verwenden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The cached file is damaged; what reads it stops there, or goes on with what is left of it.</source>
        <translation>Die Cache-Datei ist beschädigt; wer sie liest, bricht dort ab oder macht mit dem weiter, was davon übrig ist.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Bad values</source>
        <translation>Unbrauchbare Werte</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The cached file contains values that no encoder produces (NaN, infinity, all zeros or a wrong shape), which spoil everything made with them.</source>
        <translation>Die Cache-Datei enthält Werte, die kein Encoder liefert (NaN, unendlich, nur Nullen oder falsche Form); sie verfälschen alles, was damit erstellt wird.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file cannot be reached at the moment; everything made from it is kept.</source>
        <translation>Die Datei ist im Augenblick nicht erreichbar; alles daraus Erstellte bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file no longer exists, but its folder does; it was deleted, moved or renamed.</source>
        <translation>Die Datei existiert nicht mehr, ihr Ordner aber schon; sie wurde gelöscht, verschoben oder umbenannt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file was changed after it was cached; the old version would be used.</source>
        <translation>Die Datei wurde nach dem Cachen geändert; benutzt würde die alte Fassung.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The mask or conditioning image was edited, added or removed after the picture was cached; training would use the old one.</source>
        <translation>Maske oder Conditioning-Bild wurde bearbeitet, hinzugefügt oder entfernt, nachdem das Bild gecacht war; das Training würde das alte benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>It was cached with other settings, another model or another caption than this config asks for; training would use the old version.</source>
        <translation>Gecacht mit anderen Einstellungen, anderem Modell oder anderer Caption, als diese Config verlangt; das Training würde die alte Fassung benutzen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>This config needs it, and nothing is cached for it.</source>
        <translation>Diese Config braucht es, und es ist nichts dafür gecacht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>It was cached, but its cached file is no longer on the disk.</source>
        <translation>Es war gecacht, aber die Cache-Datei ist nicht mehr auf dem Datenträger.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The cached file lacks a part that this config needs.</source>
        <translation>Der Cache-Datei fehlt ein Teil, den diese Config braucht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>It is cached, but not at the size that this config asks for.</source>
        <translation>Es ist gecacht, aber nicht in der Größe, die diese Config verlangt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file has a new date and the same content; its cached files are still good.</source>
        <translation>Die Datei hat ein neues Datum und denselben Inhalt; ihre Cache-Dateien sind noch gut.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>This config does not need it; another config may.</source>
        <translation>Diese Config braucht es nicht; eine andere vielleicht schon.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Cached and up to date.</source>
        <translation>Gecacht und aktuell.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>In use</source>
        <translation>In Benutzung</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Made from one of your files, which exists.</source>
        <translation>Erstellt aus einer Ihrer Dateien, die vorhanden ist.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file it was made from was deleted.</source>
        <translation>Die Datei, aus der sie erstellt wurde, ist gelöscht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The index does not list this cached file, so no trainer reads it.</source>
        <translation>Der Index führt diese Cache-Datei nicht auf; kein Trainer liest sie.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Made from a file that has another name or folder now; it can be relinked.</source>
        <translation>Erstellt aus einer Datei, die jetzt anders heißt oder in einem anderen Ordner ist; lässt sich wieder zuordnen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>A newer cached file of the same picture or caption has replaced it.</source>
        <translation>Eine neuere Cache-Datei desselben Bildes oder derselben Caption hat sie ersetzt.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>An interrupted write left this file.</source>
        <translation>Ein unterbrochener Schreibvorgang hat diese Datei hinterlassen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Blank stand-in</source>
        <translation>Leerer Platzhalter</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The zeros that the trainer uses where nothing can be cached.</source>
        <translation>Die Nullen, die der Trainer benutzt, wo nichts gecacht werden kann.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Moved there by Clean; Undo restores it.</source>
        <translation>Beim Aufräumen dorthin verschoben; „Rückgängig“ stellt es wieder her.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Not a cached file</source>
        <translation>Keine Cache-Datei</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>This file does not belong to a cache of this kind; Larder does not touch it.</source>
        <translation>Diese Datei gehört nicht in einen Cache dieser Art; Larder rührt sie nicht an.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>This group of cached files belongs to none of this config&apos;s concepts.</source>
        <translation>Diese Gruppe von Cache-Dateien gehört zu keinem Konzept dieser Config.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>No longer read</source>
        <translation>Nicht mehr gelesen</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>OneTrainer does not read this part of its cache any more.</source>
        <translation>OneTrainer liest diesen Teil seines Caches nicht mehr.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The picture has no caption file, and none was ever cached for it.</source>
        <translation>Das Bild hat keine Caption-Datei, und es wurde auch nie eine gecacht.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>One of them trains with what was made by the settings of the other&apos;s concept.</source>
        <translation>Eines davon trainiert mit dem, was die Einstellungen des anderen Konzepts ergaben.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>One of them trains with the other&apos;s mask, so the wrong part of the picture is learnt.</source>
        <translation>Eines davon trainiert mit der Maske des anderen; gelernt wird also der falsche Teil des Bildes.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>One of them trains with the conditioning picture of the other.</source>
        <translation>Eines davon trainiert mit dem Conditioning-Bild des anderen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>All of them train with the prompt of one, which is the file name of that one.</source>
        <translation>Alle trainieren mit dem Prompt von einem, also mit dessen Dateinamen.</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Nothing is cached for it yet</source>
        <translation>Davon ist noch nichts gecacht</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>No enabled concept of this config uses it</source>
        <translation>Kein aktives Konzept dieser Config benutzt es</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Caching is off in this config</source>
        <translation>Caching ist in dieser Config aus</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Caching of pictures is off in this config</source>
        <translation>Das Cachen von Bildern ist in dieser Config aus</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Caching of captions is off in this config</source>
        <translation>Das Cachen von Captions ist in dieser Config aus</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>no size</source>
        <translation>keine Größe</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>This config caches no captions</source>
        <translation>Diese Config cacht keine Captions</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its list aggregate.pt was written at another time than the cached files beside it: it names files that they were not made from.</source>
        <translation>Seine Liste aggregate.pt wurde zu einer anderen Zeit geschrieben als die Cache-Dateien daneben: Sie nennt Dateien, aus denen diese nicht erstellt wurden.</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its cached file was relinked after the file was renamed</source>
        <translation>Die Cache-Datei wurde nach dem Umbenennen wieder zugeordnet</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{count} pictures and captions</source>
        <translation>{count} Bilder und Captions</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Made for {made_for}; this config is for {asked}</source>
        <translation>Erstellt für {made_for}; diese Config ist für {asked}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same name in the cache as {other}, which is another picture or caption</source>
        <translation>Heißt im Cache genauso wie {other}, ist aber ein anderes Bild oder eine andere Caption</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Name of the cached files: {stem}</source>
        <translation>Name der Cache-Dateien: {stem}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Made from {made_from}</source>
        <translation>Erstellt aus {made_from}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>The folder {root} {reason}</source>
        <translation>Der Ordner {root} {reason}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>The file cannot be read: {reason}</source>
        <translation>Die Datei ist nicht lesbar: {reason}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Renamed or moved: {path} has the same content</source>
        <translation>Umbenannt oder verschoben: {path} hat denselben Inhalt</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{sample} has no caption file and would be trained without a caption</source>
        <translation>{sample} hat keine Caption-Datei und würde ohne Caption trainiert</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{basename} is gone; what was in it is still cached</source>
        <translation>{basename} ist weg; was darin stand, ist noch gecacht</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its content changed after it was cached, but its date did not</source>
        <translation>Der Inhalt hat sich nach dem Cachen geändert, das Datum nicht</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Another file took its place, dated {moment_text}</source>
        <translation>Eine andere Datei ist an ihre Stelle getreten, datiert {moment_text}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Edited on {moment_text}, after it was cached</source>
        <translation>Bearbeitet am {moment_text}, nachdem sie gecacht wurde</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Edited after it was cached</source>
        <translation>Nach dem Cachen bearbeitet</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>its present content is cached already</source>
        <translation>der jetzige Inhalt ist schon gecacht</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Content hash {now}, cached: {stored}</source>
        <translation>Inhalts-Hash {now}, gecacht: {stored}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Cached file with its content: {readoptable}</source>
        <translation>Cache-Datei mit seinem Inhalt: {readoptable}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its date, {moment_text}, is newer than that of its cached file; nothing else is recorded</source>
        <translation>Sein Datum, {moment_text}, ist neuer als das der Cache-Datei; sonst ist nichts aufgezeichnet</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{name} was {what} after it was cached</source>
        <translation>{name} wurde nach dem Cachen {what}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Renamed, or a copy of a file that was cached</source>
        <translation>Umbenannt, oder eine Kopie einer gecachten Datei</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>and {value} more</source>
        <translation>und {value} weitere</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its cached file is missing from the disk</source>
        <translation>Die Cache-Datei fehlt auf dem Datenträger</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{count} of its cached files are missing from the disk</source>
        <translation>{count} der Cache-Dateien fehlen auf dem Datenträger</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its cached file lacks {pluralize} that this config needs</source>
        <translation>Der Cache-Datei fehlen {pluralize}, die diese Config braucht</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Cached as {have}; this config asks for {asked}</source>
        <translation>Gecacht als {have}; diese Config verlangt {asked}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same content as {source} and {value} more, and shares its cached file, but should not: {conflict}</source>
        <translation>Hat denselben Inhalt wie {source} und {value} weitere und teilt sich deren Cache-Datei, sollte es aber nicht: {conflict}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same content as {source} and {value} more, and shares its cached file</source>
        <translation>Hat denselben Inhalt wie {source} und {value} weitere und teilt sich deren Cache-Datei</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same content as {source}, and shares its cached file, but should not: {conflict}</source>
        <translation>Hat denselben Inhalt wie {source} und teilt sich dessen Cache-Datei, sollte es aber nicht: {conflict}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same content as {source}, and shares its cached file</source>
        <translation>Hat denselben Inhalt wie {source} und teilt sich dessen Cache-Datei</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Same content, new date: {moment_text}, was {moment_text2}</source>
        <translation>Gleicher Inhalt, neues Datum: {moment_text}, vorher {moment_text2}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its date was {stored} when it was cached; its content is the same</source>
        <translation>Ihr Datum war {stored}, als sie gecacht wurde; ihr Inhalt ist gleich</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>The cache of released OneTrainer does not record which concept and which prompt a cached file belongs to.</source>
        <translation>Der Cache des veröffentlichten OneTrainer zeichnet nicht auf, zu welchem Konzept und zu welchem Prompt eine Cache-Datei gehört.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Caching is off in this config.</source>
        <translation>Caching ist in dieser Config abgeschaltet.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Switch it on.</source>
        <translation>Einschalten.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>This config trains a text encoder or does not cache captions; both need the captions themselves.</source>
        <translation>Diese Config trainiert einen Text-Encoder oder cacht keine Captions; beides braucht die Captions selbst.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Switch off training of the text encoders, or train with the captions.</source>
        <translation>Das Training der Text-Encoder abschalten oder mit den Captions trainieren.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>There is no {content} cache.</source>
        <translation>Es gibt keinen {content}-Cache.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Its index cannot be read: {error}</source>
        <translation>Sein Index lässt sich nicht lesen: {error}</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>The {id} cache has no entries.</source>
        <translation>Der {id}-Cache hat keine Einträge.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>an older trainer wrote the index, which does not record enough</source>
        <translation>ein älterer Trainer hat den Index geschrieben, und der zeichnet nicht genug auf</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>the cache was made for another model type than {asked}</source>
        <translation>der Cache wurde für einen anderen Modelltyp als {asked} erstellt</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Choose the cache folder of this model type, or clear this one.</source>
        <translation>Den Cache-Ordner dieses Modelltyps wählen oder diesen leeren.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>the index does not record their concept</source>
        <translation>der Index zeichnet ihr Konzept nicht auf</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>No cached picture is recorded for the concept {name}.</source>
        <translation>Für das Konzept {name} ist kein gecachtes Bild aufgezeichnet.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Nothing in this cache is used for training.</source>
        <translation>Nichts in diesem Cache wird trainiert.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Check which concepts are enabled.</source>
        <translation>Prüfen, welche Konzepte eingeschaltet sind.</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>only their picture is cached</source>
        <translation>nur ihr Bild ist gecacht</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>the index does not record their prompt</source>
        <translation>der Index zeichnet ihren Prompt nicht auf</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>the index lists no cached file</source>
        <translation>der Index führt keine Cache-Datei auf</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>their cached files lack values that the config needs</source>
        <translation>in ihren Cache-Dateien fehlen Werte, die die Config braucht</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>a cached file is missing</source>
        <translation>eine Cache-Datei fehlt</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>{pluralize} cannot be read; {first}</source>
        <translation>{pluralize} nicht lesbar; {first}</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>{pluralize} cannot be used, because {problem}: {keys} and others.</source>
        <translation>{pluralize} nicht verwendbar: {problem} ({keys} und weitere).</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>{pluralize} cannot be used, because {problem}: {keys}.</source>
        <translation>{pluralize} nicht verwendbar: {problem} ({keys}).</translation>
    </message>
    <message>
        <location filename="../../core/worker.py"/>
        <source>The job stopped because of an error in Larder: {error}.</source>
        <translation>Der Auftrag wurde durch einen Fehler in Larder beendet: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/worker.py"/>
        <source>Please report it with the details.</source>
        <translation>Bitte mit den Details melden.</translation>
    </message>
    <message>
        <location filename="../../core/worker_pool.py"/>
        <source>It was stopped.</source>
        <translation>Er wurde gestoppt.</translation>
    </message>
    <message>
        <location filename="../../core/worker_pool.py"/>
        <source>Ray has no resources for it.</source>
        <translation>Ray hat keine Ressourcen dafür.</translation>
    </message>
    <message>
        <location filename="../../core/worker_pool.py"/>
        <source>Ray is not installed.</source>
        <translation>Ray ist nicht installiert.</translation>
    </message>
    <message>
        <location filename="../../core/worker_pool.py"/>
        <source>Ray cannot be reached: {partition}.</source>
        <translation>Ray ist nicht erreichbar: {partition}.</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>The system may have stopped it because memory ran out.</source>
        <translation>Vielleicht hat das System ihn beendet, weil der Arbeitsspeicher ausging.</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>The worker&apos;s message was not understood: {error}.</source>
        <translation>Die Nachricht des Arbeitsprozesses war nicht zu verstehen: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>The worker process ended without a result ({code}).</source>
        <translation>Der Arbeitsprozess endete ohne Ergebnis ({code}).</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>signal {name}</source>
        <translation>Signal {name}</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>exit status {code}</source>
        <translation>Exit-Status {code}</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>exit status 0x{code}</source>
        <translation>Exit-Status 0x{code}</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>The resolution {size}x{size2} is too small: the sizes of this model are multiples of {quantisation}.</source>
        <translation>Die Auflösung {size}x{size2} ist zu klein: Die Größen dieses Modells sind Vielfache von {quantisation}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>The resolution &quot;{text}&quot; is not valid.</source>
        <translation>Die Auflösung „{text}“ ist ungültig.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>Give one or more edge lengths in pixels (512, or 512,768) or one WIDTHxHEIGHT.</source>
        <translation>Eine oder mehrere Kantenlängen in Pixeln (512 oder 512,768) oder eine Angabe BREITExHÖHE angeben.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>The resolution &quot;{text}&quot; is above the limit of {largest_edge} pixels.</source>
        <translation>Die Auflösung „{text}“ liegt über der Grenze von {largest_edge} Pixeln.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>Use a lower number.</source>
        <translation>Eine kleinere Zahl wählen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>The resolution {target} is too small: the sizes of this model are multiples of {quantisation}, and the narrowest would have no pixels.</source>
        <translation>Die Auflösung {target} ist zu klein: Die Größen dieses Modells sind Vielfache von {quantisation}, und die schmalste hätte keine Pixel.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>The cache folder {spelled} is a Windows path, and its place on this computer is not known.</source>
        <translation>Der Cache-Ordner {spelled} ist ein Windows-Pfad, und sein Ort auf diesem Rechner ist nicht bekannt.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>The cache folder {folder} cannot be reached: {path} is a link to {readlink}, which does not exist.</source>
        <translation>Der Cache-Ordner {folder} ist nicht erreichbar: {path} ist ein Link auf {readlink}, und den gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>Connect the drive that the link points to, or delete the link. Nothing in it was read or changed.</source>
        <translation>Das Laufwerk anschließen, auf das der Link zeigt, oder den Link löschen. Darin wurde nichts gelesen und nichts geändert.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>The cache folder {folder} cannot be used: {path} is a file.</source>
        <translation>Der Cache-Ordner {folder} ist nicht benutzbar: {path} ist eine Datei.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>Set another cache_dir in the config, or move the file away.</source>
        <translation>In der Config ein anderes cache_dir angeben oder die Datei verschieben.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_layout.py"/>
        <source>cache folders of released OneTrainer</source>
        <translation>Cache-Ordner des veröffentlichten OneTrainer</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_layout.py"/>
        <source>cache.json of OneTrainer&apos;s pull request 1411</source>
        <translation>cache.json aus OneTrainers Pull-Request 1411</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>a concept list</source>
        <translation>eine Konzeptliste</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>{path} is not a list of concepts.</source>
        <translation>{path} ist keine Liste von Konzepten.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>A concept file is a JSON array, as OneTrainer writes into training_concepts.</source>
        <translation>Eine Konzeptdatei ist ein JSON-Array, wie OneTrainer es in training_concepts schreibt.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>Concept {value} of {where} is not a JSON object.</source>
        <translation>Konzept {value} von {where} ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>concept {value} of {where}</source>
        <translation>Konzept {value} von {where}</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>&quot;{key}&quot; in {where} is {number}; more than {most_variations} variations must be a mistake.</source>
        <translation>„{key}“ in {where} ist {number}; mehr als {most_variations} Variationen sind sicher ein Versehen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>The concept &quot;{label}&quot; has no folder.</source>
        <translation>Das Konzept „{label}“ hat keinen Ordner.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>Set its path.</source>
        <translation>Seinen Pfad angeben.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>The concept &quot;{label}&quot; is the root of the file system, which is not searched.</source>
        <translation>Das Konzept „{label}“ ist das Stammverzeichnis des Dateisystems; es wird nicht durchsucht.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>Set its path to the folder with the pictures.</source>
        <translation>Den Pfad auf den Ordner mit den Bildern setzen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>The concept &quot;{label}&quot; is neither a folder ({real}) nor a dataset in the local Hugging Face cache.</source>
        <translation>Das Konzept „{label}“ ist weder ein Ordner ({real}) noch ein Datensatz im lokalen Hugging-Face-Cache.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>Larder downloads nothing: start the trainer once, or set the path to a folder.</source>
        <translation>Larder lädt nichts herunter: den Trainer einmal starten oder den Pfad auf einen Ordner setzen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>The folder of the concept &quot;{label}&quot; is missing: {real}.</source>
        <translation>Der Ordner des Konzepts „{label}“ fehlt: {real}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a config</source>
        <translation>eine Config</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a picture</source>
        <translation>ein Bild</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a sound file</source>
        <translation>eine Tondatei</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a video</source>
        <translation>ein Video</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>an archive or a file of weights</source>
        <translation>ein Archiv oder eine Datei mit Gewichten</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a file of weights</source>
        <translation>eine Datei mit Gewichten</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>an archive</source>
        <translation>ein Archiv</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is {other}, not {expected}.</source>
        <translation>{path} ist {other}, nicht {expected}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is larger than {value} MiB.</source>
        <translation>{path} ist größer als {value} MiB.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Check that the file exists and that you have permission to read it.</source>
        <translation>Prüfen, ob die Datei existiert und Leserechte vorhanden sind.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Save the file as UTF-8, or choose the right file.</source>
        <translation>Die Datei als UTF-8 speichern oder die richtige wählen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is a text file, not {expected}.</source>
        <translation>{path} ist eine Textdatei, nicht {expected}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is not valid JSON: {msg} at line {lineno}, column {colno}.</source>
        <translation>{path} ist kein gültiges JSON: {msg} in Zeile {lineno}, Spalte {colno}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Open it in a text editor and correct that line, or choose another file.</source>
        <translation>In einem Texteditor öffnen und diese Zeile berichtigen oder eine andere Datei wählen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is not valid JSON: it is nested too deeply.</source>
        <translation>{path} ist kein gültiges JSON: zu tief verschachtelt.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is not valid JSON: a number in it is too long.</source>
        <translation>{path} ist kein gültiges JSON: eine Zahl darin ist zu lang.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a binary file</source>
        <translation>eine Binärdatei</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Open a OneTrainer config (.json), a folder with caches, or one cache folder.</source>
        <translation>Eine OneTrainer-Config (.json), einen Ordner mit Caches oder einen Cache-Ordner öffnen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>&quot;{key}&quot; in {where} is {value}, which is not a valid file name.</source>
        <translation>„{key}“ in {where} ist {value}; das ist kein gültiger Dateiname.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Choose the file or folder again in the trainer, and save the config.</source>
        <translation>Datei oder Ordner im Trainer neu wählen und die Config speichern.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>&quot;{key}&quot; in {where} must be {expected}, but is {shown}.</source>
        <translation>„{key}“ in {where} muss {expected} sein, ist aber {shown}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>dataset config</source>
        <translation>Datensatz-Config</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>{inner_path}, which {path} names as its dataset_config, is none.</source>
        <translation>{inner_path}, von {path} als dataset_config genannt, ist keine.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>Open the dataset config itself.</source>
        <translation>Die Datensatz-Config selbst öffnen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>training config</source>
        <translation>Trainings-Config</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>it is repeated less than once</source>
        <translation>er wird seltener als einmal wiederholt</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>its name says 0 repeats</source>
        <translation>sein Name nennt 0 Wiederholungen</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>its name does not begin with a number</source>
        <translation>sein Name beginnt nicht mit einer Zahl</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>&quot;{key}&quot; in {where} must be a side or width and height, but is {value}.</source>
        <translation>„{key}“ in {where} muss eine Seitenlänge oder Breite und Höhe sein, ist aber {value}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>Write it as 1024, [1024, 768] or &quot;1024,768&quot;.</source>
        <translation>1024, [1024, 768] oder &quot;1024,768&quot; schreiben.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/model_types.py"/>
        <source>The config does not say which text encoders are trained.</source>
        <translation>Die Config sagt nicht, welche Text-Encoder trainiert werden.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/model_types.py"/>
        <source>Save it in the trainer once, or add text_encoder with train set to false.</source>
        <translation>Sie einmal im Trainer speichern oder text_encoder mit train auf false ergänzen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/musubi_config.py"/>
        <source>No dataset config says which models are trained; Larder infers it from the cached files.</source>
        <translation>In keiner Datensatz-Config steht, welche Modelle trainiert werden; Larder entnimmt es den Cache-Dateien.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/musubi_config.py"/>
        <source>{where} names a list and no cache_directory, which the trainer requires.</source>
        <translation>{where} nennt eine Liste und kein cache_directory, das der Trainer verlangt.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/musubi_config.py"/>
        <source>Name the folder of its cached files there.</source>
        <translation>Dort den Ordner seiner Cache-Dateien nennen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/musubi_config.py"/>
        <source>&quot;{key}&quot; in {where} must be a list of whole numbers.</source>
        <translation>„{key}“ in {where} muss eine Liste ganzer Zahlen sein.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/onetrainer_config.py"/>
        <source>not set</source>
        <translation>nicht festgelegt</translation>
    </message>
    <message>
        <location filename="../../core/workspace/onetrainer_config.py"/>
        <source>{path} is not a OneTrainer config.</source>
        <translation>{path} ist keine OneTrainer-Config.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/onetrainer_config.py"/>
        <source>A config is a JSON object with at least one of these keys: {keys}.</source>
        <translation>Eine Config ist ein JSON-Objekt mit mindestens einem dieser Schlüssel: {keys}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>The settings or concepts of {opened} changed after the plan was made; nothing was changed.</source>
        <translation>Einstellungen oder Konzepte von {opened} haben sich nach dem Planen geändert; nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>The root folder {root} does not exist.</source>
        <translation>Den Stammordner {root} gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>{opened} is the index of a cache.</source>
        <translation>{opened} ist der Index eines Caches.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Open its folder: {parent}.</source>
        <translation>Seinen Ordner öffnen: {parent}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>{opened} is a file; a config can be added only to a folder.</source>
        <translation>{opened} ist eine Datei; eine Config lässt sich nur zu einem Ordner hinzufügen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>The concept file {file} is missing, so the samples of this config are not known.</source>
        <translation>Die Konzeptdatei {file} fehlt, daher sind die Samples dieser Config nicht bekannt.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>The model type &quot;{model_type}&quot; is not known, so resolutions cannot be judged.</source>
        <translation>Der Modelltyp „{model_type}“ ist unbekannt, Auflösungen lassen sich also nicht beurteilen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Everything else is surveyed from the index.</source>
        <translation>Alles andere wird nach dem Index beurteilt.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Check that you have permission to read the folder.</source>
        <translation>Prüfen, ob der Ordner gelesen werden darf.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>There are {count} configs here, so none of them was used: {list_configs}.</source>
        <translation>Hier gibt es {count} Configs, daher wurde keine davon benutzt: {list_configs}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>{opened} contains no cache, but {count} configs: {list_configs}.</source>
        <translation>{opened} enthält keinen Cache, aber {count} Configs: {list_configs}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Open one of them.</source>
        <translation>Eine davon öffnen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Nothing in {opened} looks like a cache or a OneTrainer config.</source>
        <translation>Nichts in {opened} sieht wie ein Cache oder eine OneTrainer-Config aus.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Open a config, a cache folder, or a folder that contains them.</source>
        <translation>Eine Config, einen Cache-Ordner oder einen Ordner mit solchen öffnen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/other_trainers.py"/>
        <source>kohya sd-scripts</source>
        <translation>kohya sd-scripts</translation>
    </message>
    <message>
        <location filename="../../core/workspace/other_trainers.py"/>
        <source>no dataset of this config lists it</source>
        <translation>kein Datensatz dieser Config nennt ihn</translation>
    </message>
    <message>
        <location filename="../../core/workspace/roots.py"/>
        <source>The path map &quot;{text}&quot; needs an old and a new prefix.</source>
        <translation>Die Pfadzuordnung „{text}“ braucht ein altes und ein neues Präfix.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/roots.py"/>
        <source>Write it as OLD=NEW.</source>
        <translation>Schreibweise: ALT=NEU.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/roots.py"/>
        <source>The path map &quot;{text}&quot; must start with an absolute folder or a drive.</source>
        <translation>Die Pfadzuordnung „{text}“ muss mit einem absoluten Ordner oder einem Laufwerk beginnen.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>it could not be read just now</source>
        <translation>sie ließ sich eben nicht lesen</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>it is a folder, not a file</source>
        <translation>es ist ein Ordner, keine Datei</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>Its header cannot be read; it may not be a picture.</source>
        <translation>Der Dateikopf ist nicht lesbar; vielleicht ist es kein Bild.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>it is the root of the file system</source>
        <translation>es ist das Stammverzeichnis des Dateisystems</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>this is not a valid folder name</source>
        <translation>das ist kein gültiger Ordnername</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>The prompts of {name} should come from {file}, which does not exist.</source>
        <translation>Die Prompts von {name} sollen aus {file} kommen; diese Datei gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>The caption is not UTF-8: byte {start} is not valid.</source>
        <translation>Die Caption ist kein UTF-8: Byte {start} ist ungültig.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>Save it as UTF-8; the trainer stops at it.</source>
        <translation>Als UTF-8 speichern; der Trainer bricht daran ab.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/settings_file.py"/>
        <source>{path} is not valid TOML: {error}.</source>
        <translation>{path} ist kein gültiges TOML: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/settings_file.py"/>
        <source>{path} is not valid YAML: {said}.</source>
        <translation>{path} ist kein gültiges YAML: {said}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>The {stores} cache belongs to a program whose caches Larder only reads, so nothing in it is changed.</source>
        <translation>Der Cache {stores} gehört einem Programm, dessen Caches Larder nur liest. Darin wird nichts geändert.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>The caches {stores} and {value} more belong to a program whose caches Larder only reads, so nothing in them is changed.</source>
        <translation>Die Caches {stores} und {value} weitere gehören einem Programm, dessen Caches Larder nur liest. Darin wird nichts geändert.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>The plan is for the {kind} cache {folder}, which this workspace does not have now; nothing was changed.</source>
        <translation>Der Plan ist für den Cache {kind} {folder}, den dieser Arbeitsbereich jetzt nicht hat; nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>The cache {folder} does not exist any more.</source>
        <translation>Den Cache {folder} gibt es nicht mehr.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>{folder} does not look like a {kind} cache; nothing was changed.</source>
        <translation>{folder} sieht nicht wie ein Cache der Art {kind} aus; nichts wurde geändert.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>Clear cache before training</source>
        <translation>Clear cache before training</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>There is no cache layout {asked}.</source>
        <translation>Ein Cache-Layout {asked} gibt es nicht.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>“Clear cache before training” is on in this config: OneTrainer empties image, text and epoch-* of {cache_dir} at its next start.</source>
        <translation>„Clear cache before training“ ist in dieser Config eingeschaltet: OneTrainer leert beim nächsten Start image, text und epoch-* in {cache_dir}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>“Clear cache before training” is on by default, and this config does not set it: OneTrainer empties image, text and epoch-* of {cache_dir} at its next start.</source>
        <translation>„Clear cache before training“ ist standardmäßig eingeschaltet, und diese Config setzt es nicht: OneTrainer leert beim nächsten Start image, text und epoch-* in {cache_dir}.</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>Switch it off in OneTrainer, or everything will be encoded again.</source>
        <translation>In OneTrainer ausschalten, sonst wird alles neu encodiert.</translation>
    </message>
    <message>
        <location filename="../../core/writes/emptying.py"/>
        <source>emptying quarantines</source>
        <translation>Quarantänen werden geleert</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/dates.py"/>
        <source>{folder} was changed since it was replaced: {count} of its {total} files were written since then, most likely by a trainer ({names}, +{value}).</source>
        <translation>{folder} hat sich geändert, seit es ersetzt wurde: {count} der {total} Dateien wurden seitdem geschrieben, wahrscheinlich von einem Trainer ({names}, +{value}).</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/dates.py"/>
        <source>{folder} was changed since it was replaced: {count} of its {total} files were written since then, most likely by a trainer ({names}).</source>
        <translation>{folder} hat sich geändert, seit es ersetzt wurde: {count} der {total} Dateien wurden seitdem geschrieben, wahrscheinlich von einem Trainer ({names}).</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>{name} cannot be moved: {reason}.</source>
        <translation>{name} lässt sich nicht verschieben: {reason}.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>Another program has written {live}, which is kept.</source>
        <translation>Ein anderes Programm hat {live} geschrieben; die Datei bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>{name} is missing.</source>
        <translation>{name} fehlt.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>Try again. If that does not help, move {folder} to another place; it contains what its build replaced.</source>
        <translation>Noch einmal versuchen. Hilft das nicht, {folder} an einen anderen Ort verschieben; darin liegt, was jener Build ersetzt hat.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>The build {id} cannot be undone: a part of what it replaced in its {count} caches was deleted when a quarantine was emptied.</source>
        <translation>Der Build {id} lässt sich nicht rückgängig machen: Ein Teil dessen, was er in seinen {count} Caches ersetzt hat, wurde beim Leeren einer Quarantäne gelöscht.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>The rest can be emptied too; a new build makes what today&apos;s files need.</source>
        <translation>Auch der Rest kann geleert werden; ein neuer Build erstellt, was die heutigen Dateien brauchen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>The build {id} cannot be undone: {problem}</source>
        <translation>Der Build {id} lässt sich nicht rückgängig machen: {problem}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>Nothing was changed. If a newer build replaced the same folders, undo that one first.</source>
        <translation>Nichts wurde geändert. Hat ein neuerer Build dieselben Ordner ersetzt, zuerst jenen rückgängig machen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/manifest.py"/>
        <source>the name {odd} leads out of the folder</source>
        <translation>der Name {odd} führt aus dem Ordner hinaus</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/manifest.py"/>
        <source>it belongs to the quarantine {id}</source>
        <translation>sie gehört zur Quarantäne {id}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>{what} failed and could not be undone yet: {why}</source>
        <translation>{what} ist fehlgeschlagen und konnte noch nicht rückgängig gemacht werden: {why}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>{target} already contains another {name}.</source>
        <translation>{target} enthält schon ein anderes {name}.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>changed since the plan</source>
        <translation>hat sich seit dem Planen geändert</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>is not the file that was moved away</source>
        <translation>ist nicht die Datei, die verschoben wurde</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>is kept, because it contains a file that no trainer wrote: {own}</source>
        <translation>bleibt, weil darin eine Datei liegt, die kein Trainer geschrieben hat: {own}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>{name} is on another drive than the cache&apos;s .larder folder.</source>
        <translation>{name} liegt auf einem anderen Laufwerk als der .larder-Ordner des Caches.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>moving files back</source>
        <translation>Dateien werden zurückgeschoben</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/new_folders.py"/>
        <source>Copies of cached files need {size}, but only {size2} is free on the drive of {folder}.</source>
        <translation>Kopien von Cache-Dateien brauchen {size}, auf dem Laufwerk von {folder} sind aber nur {size2} frei.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/own_files.py"/>
        <source>{value} is not a cached file. It was moved aside to {value2}.</source>
        <translation>{value} ist keine Cache-Datei. Sie wurde nach {value2} verschoben.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/rebuild.py"/>
        <source>{problem} The list was rebuilt from the journal, the files and the kept index: {count} of {items} files and {rows} of {get} index rows were found again.</source>
        <translation>{problem} Die Liste wurde aus dem Journal, den Dateien und dem aufbewahrten Index neu erstellt: {count} von {items} Dateien und {rows} von {get} Indexzeilen wurden wiedergefunden.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>Nothing is lost: the files are in {files_folder}. Check its drive and permissions, then try again.</source>
        <translation>Nichts ist verloren: Die Dateien liegen in {files_folder}. Laufwerk und Rechte prüfen, dann erneut versuchen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>The files are in {files_folder}; move them back by hand.</source>
        <translation>Die Dateien liegen in {files_folder}; von Hand zurückschieben.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>The cache {store} has no quarantine {quarantine_id}.</source>
        <translation>Der Cache {store} hat keine Quarantäne {quarantine_id}.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>List the quarantines to see their ids.</source>
        <translation>Die Quarantänen auflisten, um ihre IDs zu sehen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>The quarantine {quarantine_id} cannot be read: {error}.</source>
        <translation>Die Quarantäne {quarantine_id} ist nicht lesbar: {error}.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/removal.py"/>
        <source>The quarantine in {files_folder} still contains files and was kept.</source>
        <translation>Die Quarantäne in {files_folder} enthält noch Dateien und blieb erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/removal.py"/>
        <source>Undo it again once their names are free in the cache, or empty it.</source>
        <translation>Noch einmal rückgängig machen, sobald die Namen im Cache frei sind, oder leeren.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>Nothing is lost: the quarantine keeps what was not restored yet, and undo can be run again.</source>
        <translation>Nichts ist verloren: Die Quarantäne behält, was noch nicht wiederhergestellt ist, und das Rückgängigmachen kann wiederholt werden.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The removed rows were added to the current index instead.</source>
        <translation>Die entfernten Zeilen wurden stattdessen in den jetzigen Index eingetragen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The current backup copy of the index is kept.</source>
        <translation>Die jetzige Sicherungskopie des Index bleibt erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The trainer will read the captions again.</source>
        <translation>Der Trainer wird die Captions neu lesen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The repaired index is kept in {folder}: it has changed since the repair, or it is not known who wrote the current one.</source>
        <translation>Der reparierte Index bleibt in {folder}: Er hat sich seit der Reparatur geändert, oder es ist nicht bekannt, wer den jetzigen geschrieben hat.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The kept copy {kept} is damaged and was not restored. {rest}</source>
        <translation>Die aufbewahrte Kopie {kept} ist beschädigt und wurde nicht wiederhergestellt. {rest}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: an interrupted operation ({id}) could not be finished yet: {error}</source>
        <translation>{store}: Ein unterbrochener Vorgang ({id}) konnte noch nicht abgeschlossen werden: {error}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: an interrupted operation ({quarantine_id}) had moved nothing or was complete; its leftovers were removed.</source>
        <translation>{store}: Ein unterbrochener Vorgang ({quarantine_id}) hatte nichts verschoben oder war abgeschlossen; seine Reste wurden entfernt.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: an interrupted operation ({quarantine_id}) was finished.</source>
        <translation>{store}: Ein unterbrochener Vorgang ({quarantine_id}) wurde abgeschlossen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: an interrupted operation ({quarantine_id}) was undone.</source>
        <translation>{store}: Ein unterbrochener Vorgang ({quarantine_id}) wurde rückgängig gemacht.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: the index still lists files that were deleted; the next command that writes here removes those rows. {problem} {hint}</source>
        <translation>{store}: Der Index führt noch gelöschte Dateien auf; der nächste Befehl, der hier schreibt, entfernt diese Zeilen. {problem} {hint}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>The caches are unchanged, and everything that was encoded is kept for the next build.</source>
        <translation>Die Caches sind unverändert, und alles Encodierte bleibt für den nächsten Build erhalten.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>{path} changed after the plan was made.</source>
        <translation>{path} hat sich nach dem Planen geändert.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>Plan the build again.</source>
        <translation>Den Build neu planen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>The drive of {store} does not store file dates.</source>
        <translation>Das Laufwerk von {store} speichert kein Datum von Dateien.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>Move the cache to a local drive to build it.</source>
        <translation>Den Cache zum Erstellen auf ein lokales Laufwerk verschieben.</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>The build</source>
        <translation>Der Build</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>assembling folders</source>
        <translation>Ordner werden zusammengestellt</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>The caches are unchanged, and everything that was encoded is kept for the next build. Plan the build again.</source>
        <translation>Die Caches sind unverändert, und alles Encodierte bleibt für den nächsten Build erhalten. Den Build neu planen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/reports.py"/>
        <source>different content</source>
        <translation>anderer Inhalt</translation>
    </message>
    <message>
        <location filename="../../core/writes/reports.py"/>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <location filename="../../core/writes/transaction.py"/>
        <source>A trainer seems to be running in {store}: {signs}</source>
        <translation>In {store} scheint ein Trainer zu laufen: {signs}</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo.py"/>
        <source>reading quarantines</source>
        <translation>Quarantänen werden gelesen</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>Entries that were relinked since then are kept: {entries}.</source>
        <translation>Seitdem wieder zugeordnete Einträge bleiben erhalten: {entries}.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>Dates that were stored since then are kept: {entries}.</source>
        <translation>Seitdem gemerkte Daten bleiben erhalten: {entries}.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>The build has already been undone.</source>
        <translation>Der Build ist bereits rückgängig gemacht.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>There is no clean to undo.</source>
        <translation>Es gibt kein Aufräumen, das sich rückgängig machen ließe.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>Emptied or deleted files cannot be restored.</source>
        <translation>Geleerte oder gelöschte Dateien lassen sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>An interrupted operation was finished or undone, and nothing else was undone.</source>
        <translation>Ein unterbrochener Vorgang wurde abgeschlossen oder rückgängig gemacht; sonst wurde nichts rückgängig gemacht.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>The last {operation}, of {moment_text}, cannot be undone, and nothing else was undone.</source>
        <translation>Der letzte Vorgang ({operation}, {moment_text}) lässt sich nicht rückgängig machen, und sonst wurde nichts rückgängig gemacht.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>The last {operation} moved nothing, so there is nothing to undo.</source>
        <translation>Der letzte Vorgang ({operation}) hat nichts verschoben, daher gibt es nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>The last {operation} changed nothing, so there is nothing to undo.</source>
        <translation>Der letzte Vorgang ({operation}) hat nichts geändert, daher gibt es nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>There is no quarantine {identity} in this workspace.</source>
        <translation>Es gibt keine Quarantäne {identity} in diesem Arbeitsbereich.</translation>
    </message>
</context>
</TS>
