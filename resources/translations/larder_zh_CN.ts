<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Larder</name>
    <message>
        <location filename="../../app/application.py"/>
        <source>Duplicates</source>
        <translation>重复项</translation>
    </message>
    <message>
        <location filename="../../app/application.py"/>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <location filename="../../app/application.py"/>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <location filename="../../app/application.py"/>
        <source>Map</source>
        <translation>地图</translation>
    </message>
    <message>
        <location filename="../../app/cache_session.py"/>
        <source>Survey</source>
        <translation>扫描</translation>
    </message>
    <message>
        <location filename="../../app/cache_session.py"/>
        <source>Check every source file</source>
        <translation>检查所有源文件</translation>
    </message>
    <message>
        <location filename="../../app/cache_session.py"/>
        <source>Read everything</source>
        <translation>读取全部</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Undo the clean of %1?</source>
        <translation>要撤销 %1 的清理吗？</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Undo the build of %1?</source>
        <translation>要撤销 %1 的构建吗？</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Undo the new paths of %1?</source>
        <translation>要撤销 %1 的路径更新吗？</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Undo the repair of %1?</source>
        <translation>要撤销 %1 的修复吗？</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>This undid the clean of %1.</source>
        <translation>由此撤销了 %1 的清理。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>This undid the build of %1.</source>
        <translation>由此撤销了 %1 的构建。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>This undid the new paths of %1.</source>
        <translation>由此撤销了 %1 的路径更新。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>This undid the repair of %1.</source>
        <translation>由此撤销了 %1 的修复。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This plan covers %Ln caches in %1.</source>
        <translation><numerusform>此计划涉及 %1 中的 %Ln 个缓存。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Your pictures and captions are never changed, moved or deleted.</source>
        <translation>绝不更改、移动或删除你的图片和标注。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Nothing is ticked.</source>
        <translation>没有勾选任何内容。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Move %Ln files to quarantine · %1 · %2 of space used</source>
        <translation><numerusform>将 %Ln 个文件移入隔离区 · %1 · 占用空间 %2</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>The trainer does not have to encode any file again.</source>
        <translation>训练器无需重新编码任何文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>The trainer will encode %Ln files again.</source>
        <translation><numerusform>训练器会重新编码 %Ln 个文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>The backup copy of the index grows by %1.</source>
        <translation>索引的备份副本增加 %1。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Remove %Ln entries of deleted files from the index</source>
        <translation><numerusform>从索引中移除已删除文件的 %Ln 个条目</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Delete %Ln files now…</source>
        <translation><numerusform>立即删除 %Ln 个文件…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Delete %Ln files for good and free %2? Their size is %1.</source>
        <translation><numerusform>永久删除 %Ln 个文件并释放 %2？其大小为 %1。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln cached files of renamed files are kept and can be relinked.</source>
        <translation><numerusform>已重命名文件的 %Ln 个缓存文件会保留，可以重新关联。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Relink %Ln cached files</source>
        <translation><numerusform>重新关联 %Ln 个缓存文件</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>%1 of %2 ticked</source>
        <translation>已勾选 %1 / %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Only files of the %Ln selected entries.</source>
        <translation><numerusform>仅所选 %Ln 个条目的文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>in the future</source>
        <translation>在未来</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln entries are kept.</source>
        <translation><numerusform>%Ln 个条目予以保留。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Clean</source>
        <translation>清理</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Plan a clean</source>
        <translation>计划清理</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Looking for files that are no longer needed…</source>
        <translation>正在查找不再需要的文件…</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Prune</source>
        <translation>精简</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Plan a prune</source>
        <translation>计划精简</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Looking for the least recently used files…</source>
        <translation>正在查找最久未用的文件…</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Nothing to remove.</source>
        <translation>没有要移除的文件。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>All files are within the age and size limits.</source>
        <translation>所有文件都在时长和大小限制之内。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Clear cache</source>
        <translation>清空缓存</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Plan a clear</source>
        <translation>计划清空</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Listing the cached files…</source>
        <translation>正在列出缓存文件…</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Nothing to clear.</source>
        <translation>没有可清空的。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Enter an age, a size or both. No budgets are set in the preferences.</source>
        <translation>请输入时长、大小或两者。首选项中没有设置配额。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Without an age or a size, the budgets in the preferences apply: %1.</source>
        <translation>不给出时长和大小时，按首选项中的配额：%1。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln entries were removed from the index.</source>
        <translation><numerusform>已从索引移除 %Ln 个条目。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln items changed after the preview and were kept.</source>
        <translation><numerusform>%Ln 个项目在预览后有更改，已保留。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln items could not be moved.</source>
        <translation><numerusform>%Ln 个项目无法移动。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Stopped before the end.</source>
        <translation>在结束前停止。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>An operation was interrupted. Finish it or take it back?</source>
        <translation>有一项操作被中断了。要完成它或将其撤回吗？</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Nothing else is undone. The message afterwards says what was done.</source>
        <translation>不会撤销其他内容。之后的消息会说明做了什么。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This restores %Ln files, %1.</source>
        <translation><numerusform>这会恢复 %Ln 个文件，%1。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>This restores %Ln entries in the index.</source>
        <translation><numerusform>这会恢复索引中的 %Ln 个条目。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored the previous index.</source>
        <translation>已恢复之前的索引。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln files of the build, %1.</source>
        <translation><numerusform>已恢复该构建的 %Ln 个文件，%1。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln files, %1.</source>
        <translation><numerusform>已恢复 %Ln 个文件，%1。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Restored %Ln entries in the index.</source>
        <translation><numerusform>已在索引中恢复 %Ln 个条目。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln files could not be restored.</source>
        <translation><numerusform>%Ln 个文件无法恢复。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln quarantines could not be emptied.</source>
        <translation><numerusform>%Ln 个隔离区无法清空。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Deleted %Ln files for good and freed %1.</source>
        <translation><numerusform>已永久删除 %Ln 个文件，释放了 %1。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Relinked %Ln cached files.</source>
        <translation><numerusform>已重新关联 %Ln 个缓存文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>No cached file could be relinked.</source>
        <translation>没有可以重新关联的缓存文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Stored %Ln new dates.</source>
        <translation><numerusform>已记录 %Ln 个新日期。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>No date was stored.</source>
        <translation>没有记录任何日期。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Repaired %Ln indexes.</source>
        <translation><numerusform>已修复 %Ln 个索引。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>No index is damaged.</source>
        <translation>没有损坏的索引。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>%Ln files changed in the meantime and were skipped.</source>
        <translation><numerusform>%Ln 个文件期间有更改，已跳过。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Deleted %Ln files, %1.</source>
        <translation><numerusform>已删除 %Ln 个文件，%1。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/cleaning/texts.py"/>
        <source>Moved %Ln files to quarantine, %1.</source>
        <translation><numerusform>已将 %Ln 个文件移入隔离区，%1。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/cleaning/texts.py"/>
        <source>No file was moved.</source>
        <translation>没有移动任何文件。</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Delete cached files</source>
        <translation>删除缓存文件</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Move to quarantine</source>
        <translation>移入隔离区</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Relink</source>
        <translation>重新关联</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Undo anyway</source>
        <translation>仍然撤销</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Empty quarantine</source>
        <translation>清空隔离区</translation>
    </message>
    <message>
        <location filename="../../app/cleaning/work.py"/>
        <source>Stopped. No file was moved.</source>
        <translation>已停止。没有移动任何文件。</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;Cache</source>
        <translation>缓存(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../app/command_table.py"/>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Quick look</source>
        <translation>快速查看(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>No picture or caption is selected.</source>
        <translation>没有选择图片或标注。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Shows the picture or caption larger.</source>
        <translation>放大显示图片或标注。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Compare pictures…</source>
        <translation>比较图片(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Lists the pictures that look least like their cached file.</source>
        <translation>列出与其缓存文件最不相似的图片。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Show d&amp;uplicates</source>
        <translation>显示重复项(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Shows pictures and captions with the same content; for a selected entry, its group.</source>
        <translation>显示内容相同的图片和标注；选中条目时显示其所在的组。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Train with&amp;out pictures…</source>
        <translation>不带图片训练(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Checks whether you can train from this cache without the pictures and captions, and lists what is missing.</source>
        <translation>检查能否在没有图片和标注的情况下用此缓存训练，并列出缺少的内容。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>E&amp;xport cache…</source>
        <translation>导出缓存(&amp;X)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Copies what training needs into a folder or one file, for another computer; lists first what is missing.</source>
        <translation>把训练所需的内容复制到文件夹或单个文件，供另一台电脑使用；会先列出缺少的内容。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>I&amp;mport cache…</source>
        <translation>导入缓存(&amp;M)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Checks an exported cache and copies it into a cache folder on this computer.</source>
        <translation>检查导出的缓存，并复制到本机的缓存文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Colours, language, units, hidden names, and how old files must be to be cleaned.</source>
        <translation>颜色、语言、单位、隐藏名称，以及清理前文件的最短存在时间。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Help on this</source>
        <translation>此项帮助(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Explains the selected row, or the current page or dialog.</source>
        <translation>解释所选的行，或当前的页面、对话框。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Explains the words that Larder uses.</source>
        <translation>解释 Larder 使用的术语。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Find a command…</source>
        <translation>查找命令(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Finds commands, pages, recent workspaces and help by name.</source>
        <translation>按名称查找命令、页面、最近的工作区和帮助。</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../app/commands/dialog_commands.py"/>
        <source>Lists the keys of every command.</source>
        <translation>列出所有命令的快捷键。</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Check a few files with the model</source>
        <translation>用模型检查几个文件</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Encode %Ln pictures and captions of each concept again to compare?</source>
        <translation><numerusform>重新编码每个概念的 %Ln 张图片和标注以进行比较？</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Larder encodes them with the config&apos;s model and compares the result with the cached files. This shows whether the cached files were made with another VAE, text encoder or data type. Only the result is recorded; pictures, captions and cached files are not changed.</source>
        <translation>Larder 会用配置中的模型编码它们，并与缓存文件比较，从而判断缓存文件是否由其他 VAE、文本编码器或数据类型生成。只记录比较结果；不更改图片、标注和缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Check a &amp;few files with the model…</source>
        <translation>用模型检查几个文件(&amp;Z)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>No cached file here can be checked with the config&apos;s model.</source>
        <translation>此处没有可用配置中的模型检查的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Encodes a few pictures and captions and compares them with the cache. Shows whether the cache was made with other weights or settings.</source>
        <translation>编码几张图片和标注并与缓存比较。可看出缓存是否由其他权重或设置生成。</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>The comparison was stopped.</source>
        <translation>比较已停止。</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>Compare anyway</source>
        <translation>仍然比较</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>No cached file could be compared.</source>
        <translation>没有可比较的缓存文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%Ln compared cached files match the model.</source>
        <translation><numerusform>比较的 %Ln 个缓存文件与模型一致。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>This is recorded, so that Larder notices if you change the model or its settings.</source>
        <translation>结果已记录，今后更改模型或其设置时 Larder 会发现。</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%1: made with other settings: %2.</source>
        <translation>%1：由其他设置生成：%2。</translation>
    </message>
    <message>
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/commands/proof_commands.py"/>
        <source>%Ln compared cached files do not match the config&apos;s model.</source>
        <translation><numerusform>比较的 %Ln 个缓存文件与配置中的模型不一致。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Workspace &amp;tree</source>
        <translation>工作区树(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Inspector</source>
        <translation>检查器(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Jobs</source>
        <translation>任务(&amp;J)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Follow syst&amp;em</source>
        <translation>跟随系统(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Filter entries</source>
        <translation>筛选条目(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>S&amp;aved filters…</source>
        <translation>已保存的筛选(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Opens a saved filter, or saves the current one.</source>
        <translation>打开已保存的筛选，或保存当前的筛选。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Entries as &amp;pictures</source>
        <translation>以图片显示条目(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Shows entries as a grid of pictures, or as rows.</source>
        <translation>以图片网格或行显示条目。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Go to the inspector</source>
        <translation>转到检查器(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>There is no earlier page.</source>
        <translation>没有更早的页面。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Goes back to the previous page, selection and filter.</source>
        <translation>返回之前的页面、选择和筛选。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>There is no later page.</source>
        <translation>没有更晚的页面。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Goes forward again.</source>
        <translation>再次前进。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Hide &amp;names</source>
        <translation>隐藏名称(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Replaces the names of files, folders and concepts, for screenshots and reports.</source>
        <translation>用标记代替文件、文件夹和概念的名称，用于截图和报告。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;About Larder</source>
        <translation>关于 Larder(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Copies the selected rows, separated by tabs.</source>
        <translation>复制所选行，以制表符分隔。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>E&amp;xport table…</source>
        <translation>导出表格(&amp;X)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Saves the current table as CSV or JSON, filtered and sorted as shown.</source>
        <translation>把当前表格按所示的筛选和排序存为 CSV 或 JSON。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Exp&amp;ort selected rows…</source>
        <translation>导出所选行(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Saves the selected rows as CSV or JSON.</source>
        <translation>把所选行存为 CSV 或 JSON。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Show in Pro&amp;blems</source>
        <translation>在“问题”中显示(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>The selected entries have no problems.</source>
        <translation>所选条目没有问题。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Shows what is wrong with the selected entries and how to fix it.</source>
        <translation>显示所选条目的问题及其处理方法。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Cop&amp;y paths</source>
        <translation>复制路径(&amp;Y)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>No file is selected.</source>
        <translation>没有选择文件。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Sho&amp;w in folder</source>
        <translation>在文件夹中显示(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Opens the folders that hold the selected files.</source>
        <translation>打开所选文件所在的文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Copy co&amp;mmand</source>
        <translation>复制命令(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Copies the command that runs the same survey, with the real names.</source>
        <translation>复制进行同样扫描的命令，其中包含真实名称。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Opened the first %1 of %2 folders.</source>
        <translation>已打开 %2 个文件夹中的前 %1 个。</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>About Larder</source>
        <translation>关于 Larder</translation>
    </message>
    <message>
        <location filename="../../app/commands/view_commands.py"/>
        <source>Shows, checks, cleans and builds the caches of model training. Your pictures and captions are never changed, moved or deleted.</source>
        <translation>查看、检查、清理和构建模型训练的缓存。绝不更改、移动或删除你的图片和标注。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open &amp;config…</source>
        <translation>打开配置(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens a config or preset of OneTrainer, or a config of kohya, musubi or ai-toolkit.</source>
        <translation>打开 OneTrainer 的配置或预设，或 kohya、musubi、ai-toolkit 的配置。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens a folder that holds caches, or one cache folder.</source>
        <translation>打开含有缓存的文件夹，或单个缓存文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open the &amp;sample workspace</source>
        <translation>打开示例工作区(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>The sample is being made.</source>
        <translation>正在创建示例。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens a small sample workspace to try things out.</source>
        <translation>打开一个小型示例工作区，供你试用。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open the sample with &amp;released OneTrainer&apos;s cache</source>
        <translation>打开带正式版 OneTrainer 缓存的示例(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens the same pictures with the cache of a released OneTrainer.</source>
        <translation>打开相同的图片，带有正式版 OneTrainer 的缓存。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>C&amp;lose workspace</source>
        <translation>关闭工作区(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>No workspace is open.</source>
        <translation>没有打开工作区。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>&amp;Rescan</source>
        <translation>重新扫描(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Surveys the workspace again; changes nothing.</source>
        <translation>重新扫描工作区；不作任何更改。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Read ever&amp;ything…</source>
        <translation>读取全部(&amp;K)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Opens every picture, caption, mask and cached file, to find what would stop or spoil training.</source>
        <translation>打开每张图片、每个标注、蒙版和缓存文件，找出会中断或破坏训练的问题。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>What training would &amp;get wrong</source>
        <translation>训练会出什么错(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Lists what stops training, and what is trained wrong without a warning.</source>
        <translation>列出会使训练中断的内容，以及会在没有任何警告的情况下训练错误的内容。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Chec&amp;k files not opened yet</source>
        <translation>检查尚未打开过的文件(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Checks sources and cached files for damage, NaN, zeros, and other models or captions. Files that have not changed since the last check are not read again.</source>
        <translation>检查源文件和缓存文件中的损坏、NaN、零，以及其他模型或标注。上次检查之后没有变化的文件不会再读。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Store new &amp;dates…</source>
        <translation>记录新日期(&amp;D)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>No file has only a new date.</source>
        <translation>没有仅日期变化的文件。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Stores the new dates of unchanged files, so that they are not read again.</source>
        <translation>记录未更改文件的新日期，以免再次读取。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Relink c&amp;ached files…</source>
        <translation>重新关联缓存文件(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>No cached file of a renamed file was found.</source>
        <translation>没有找到已重命名文件的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Links the cached files of renamed pictures and captions to the new names.</source>
        <translation>把已重命名图片和标注的缓存文件关联到新名称。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Repair &amp;index…</source>
        <translation>修复索引(&amp;I)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Copies the readable entries of a damaged index into a new one.</source>
        <translation>把损坏的索引中可读取的条目复制到新索引。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Find mo&amp;ved folder…</source>
        <translation>查找移动过的文件夹(&amp;V)…</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Every folder can be reached.</source>
        <translation>所有文件夹都能访问。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Finds the new place of a folder that cannot be reached, and updates the paths of its entries.</source>
        <translation>找出无法访问的文件夹的新位置，并更新其条目的路径。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open a config</source>
        <translation>打开配置</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Configs and presets (*.json *.toml *.yaml *.yml)</source>
        <translation>配置和预设 (*.json *.toml *.yaml *.yml)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Open a folder with caches</source>
        <translation>打开含有缓存的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>The sample workspace was made by an earlier version of Larder.</source>
        <translation>示例工作区由较早版本的 Larder 创建。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Delete the folder %1 to create the sample again.</source>
        <translation>删除文件夹 %1 即可重新创建示例。</translation>
    </message>
    <message>
        <location filename="../../app/commands/workspace_commands.py"/>
        <source>Sample workspace</source>
        <translation>示例工作区</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Larder reads and cleans these caches and builds nothing for their trainer.</source>
        <translation>Larder 读取并清理这些缓存，但不为其训练器构建任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>&amp;Build…</source>
        <translation>构建(&amp;B)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Shows what is not cached yet or needs rebuilding, and how long a build takes.</source>
        <translation>显示尚未缓存或需要重建的内容，以及构建所需的时间。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Convert to cache.&amp;json…</source>
        <translation>转换为 cache.json(&amp;J)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>This workspace has no cache of a released OneTrainer.</source>
        <translation>此工作区没有正式版 OneTrainer 的缓存。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Converts the cache of a released OneTrainer to cache.json without encoding anything. The old cache is kept.</source>
        <translation>将正式版 OneTrainer 的缓存转换为 cache.json，无需重新编码。旧缓存保持不变。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Rebuild s&amp;elected entries…</source>
        <translation>重建所选条目(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Rebuilds the selected entries, even if they are up to date. In a cache of your own files, only entries that are missing or need rebuilding.</source>
        <translation>重建所选条目，包括最新的条目。在你自己的文件的缓存中，只重建缺少或需要重建的条目。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Rebuild &amp;these…</source>
        <translation>重建这些(&amp;T)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Rebuilds the entries of the selected problem.</source>
        <translation>重建所选问题的条目。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>&amp;What if…</source>
        <translation>假设分析(&amp;W)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Shows which cached files other settings would invalidate, and how long rebuilding them would take.</source>
        <translation>显示其他设置会使哪些缓存文件失效，以及重建它们所需的时间。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>Larder cannot build any of the selected entries.</source>
        <translation>Larder 无法构建任何所选条目。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/commands.py"/>
        <source>They are up to date.</source>
        <translation>它们都是最新的。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Build</source>
        <translation>构建</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Encodes a few files as a test and discards them, to measure how long the rest takes.</source>
        <translation>试编码几个文件后丢弃，以测量其余部分需要多久。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Nothing to build.</source>
        <translation>没有要构建的内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Plan a build</source>
        <translation>计划构建</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Encoding a few files as a test…</source>
        <translation>正在试编码几个文件…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Looking for what is missing…</source>
        <translation>正在查找缺少的内容…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Files of this build</source>
        <translation>此次构建的文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Find devices</source>
        <translation>查找设备</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Convert</source>
        <translation>转换</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Builds everything that is not cached yet or needs rebuilding; only the window can build a selection:</source>
        <translation>构建所有尚未缓存或需要重建的内容；只有窗口能构建所选部分：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/dialog.py"/>
        <source>Makes a new plan and builds:</source>
        <translation>制定新计划并构建：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Add file…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Removes these models; the build uses the models of the config again.</source>
        <translation>移除这些模型；构建将重新使用配置中的模型。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Folder with the VAE or text encoders</source>
        <translation>含有 VAE 或文本编码器的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Models (*.safetensors)</source>
        <translation>模型 (*.safetensors)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>from the config</source>
        <translation>来自配置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Fastest available</source>
        <translation>最快的可用设备</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>From the config</source>
        <translation>来自配置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Precision is one of the settings: files made with another precision than the config&apos;s need rebuilding.</source>
        <translation>精度是设置之一：用与配置不同的精度生成的文件需要重建。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>%1 (not available)</source>
        <translation>%1（不可用）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>All %1 graphics cards</source>
        <translation>全部 %1 块显卡</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Encode them again</source>
        <translation>重新编码</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Keep them: two models in one cache</source>
        <translation>保留：两个模型共存于一个缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Part of this cache was encoded with another model.</source>
        <translation>此缓存的一部分由另一模型编码。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/encoder_panels.py"/>
        <source>Use that model instead</source>
        <translation>改用那个模型</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/resume.py"/>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/resume.py"/>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Progress of the build and of the current stage</source>
        <translation>构建和当前阶段的进度</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Retry failed files</source>
        <translation>重试失败的文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Build anyway</source>
        <translation>仍然构建</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Plan again</source>
        <translation>重新计划</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Open the cache</source>
        <translation>打开缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/runs.py"/>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>What is not cached yet or needs rebuilding</source>
        <translation>尚未缓存或需要重建的</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Only what is not cached yet</source>
        <translation>仅尚未缓存的</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Only what needs rebuilding</source>
        <translation>仅需要重建的</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Everything, including what is up to date</source>
        <translation>全部，包括最新的</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Pictures %1.</source>
        <translation>图片：%1。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Captions %1.</source>
        <translation>标注：%1。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>every released OneTrainer</source>
        <translation>所有正式版 OneTrainer</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>pull request 1411 only (cache.json)</source>
        <translation>仅拉取请求 1411（cache.json）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>After that, this workspace is cached for %1.</source>
        <translation>此后，此工作区的缓存面向“%1”。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln cached files are reused from the cache for %1, which is not changed.</source>
        <translation><numerusform>从面向“%1”的缓存中复用 %Ln 个缓存文件，该缓存不会更改。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Your pictures, captions and the trainer&apos;s config are never changed. If you cancel, finished files are kept, and the next build continues from there.</source>
        <translation>绝不更改图片、标注和训练器的配置。取消时，已完成的文件会保留，下次构建从那里继续。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Reuse all cached files</source>
        <translation>复用全部缓存文件</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Record the contents of %Ln files</source>
        <translation><numerusform>记录 %Ln 个文件的内容</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Put %Ln entries in order</source>
        <translation><numerusform>整理 %Ln 个条目的顺序</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures and captions are up to date afterwards.</source>
        <translation><numerusform>之后有 %Ln 张图片和标注为最新。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Encode %Ln files</source>
        <translation><numerusform>编码 %Ln 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>encode %Ln</source>
        <translation><numerusform>编码 %Ln 个</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Copy %Ln files</source>
        <translation><numerusform>复制 %Ln 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>copy %Ln</source>
        <translation><numerusform>复制 %Ln 个</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Move %Ln files</source>
        <translation><numerusform>移动 %Ln 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>move %Ln</source>
        <translation><numerusform>移动 %Ln 个</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The time is not known yet, because this encoder has not been used on this computer. It will be known after the first minute.</source>
        <translation>尚不知道所需时间，因为此电脑上还没有用过该编码器。一分钟后即可得知。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Time based on earlier builds with this encoder.</source>
        <translation>时间按此编码器以往的构建估计。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Time measured with %Ln files.</source>
        <translation><numerusform>时间按 %Ln 个文件测得。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>This includes %1 to load the encoder.</source>
        <translation>其中 %1 用于加载编码器。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The last similar build was estimated at %1 and took %2.</source>
        <translation>上一次类似的构建预计 %1，实际 %2。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%1 free.</source>
        <translation>剩余 %1。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Not enough space: %1 free, %2 needed. The build stops cleanly when the drive is full.</source>
        <translation>空间不足：剩余 %1，需要 %2。驱动器满时构建会安全停止。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%1 free, %2 after.</source>
        <translation>剩余 %1，构建后 %2。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Files that are kept or moved are not encoded again. Replaced folders go into quarantine, and Undo restores them.</source>
        <translation>保留或移动的文件不会重新编码。被替换的文件夹进入隔离区，“撤销”可恢复。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln of the moved files belong to renamed pictures or captions and are relinked.</source>
        <translation><numerusform>移动的文件中有 %Ln 个属于已重命名的图片或标注，将重新关联。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Identical pictures and captions are encoded once and share the cached file.</source>
        <translation>相同的图片和标注只编码一次，共用缓存文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln other entries of the same groups are rebuilt too, because a group is written as a whole.</source>
        <translation><numerusform>同组的另外 %Ln 个条目也会重建，因为组是整体写入的。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln entries are cached already; only the index changes.</source>
        <translation><numerusform>%Ln 个条目已缓存；只有索引会改变。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>It is not recorded how a trainer made %Ln cached files, and the config has used other models or settings before. Cache &gt; Check a few files with the model compares some of them.</source>
        <translation><numerusform>没有记录训练器如何生成 %Ln 个缓存文件，而配置以前使用过其他模型或设置。“缓存 &gt; 用模型检查几个文件”会比较其中一些。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln cached files cannot be recognised and are encoded again.</source>
        <translation><numerusform>%Ln 个缓存文件无法识别，将重新编码。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln files cannot be read and are skipped.</source>
        <translation><numerusform>%Ln 个文件无法读取，已跳过。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures or captions are not rebuilt.</source>
        <translation><numerusform>%Ln 个图片或标注不会重建。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures or captions are left to the trainer.</source>
        <translation><numerusform>%Ln 个图片或标注留给训练器。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln captions were encoded with %1; this build uses %2.</source>
        <translation><numerusform>%Ln 条标注用 %1 编码；这次构建使用 %2。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln pictures were encoded with %1; this build uses %2.</source>
        <translation><numerusform>%Ln 张图片用 %1 编码；这次构建使用 %2。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Only the %Ln selected entries</source>
        <translation><numerusform>仅所选的 %Ln 个条目</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Build %1</source>
        <translation>构建 %1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The build used other settings than your config: %1. Change them in OneTrainer; until then this window shows the states for your config as it is.</source>
        <translation>此构建使用了与你的配置不同的设置：%1。请在 OneTrainer 中更改；在此之前，此窗口按现有配置显示状态。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln were reused, not encoded.</source>
        <translation><numerusform>复用了 %Ln 个，未重新编码。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%Ln files could not be built.</source>
        <translation><numerusform>%Ln 个文件无法构建。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The next build continues from there.</source>
        <translation>下次构建从那里继续。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Built %Ln files, %1.</source>
        <translation><numerusform>已构建 %Ln 个文件，%1。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Estimated %1, took %2.</source>
        <translation>预计 %1，实际 %2。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Nothing was built.</source>
        <translation>没有生成任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Cached files were put in their right places; nothing was encoded.</source>
        <translation>缓存文件已放回正确位置；没有编码任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Nothing had to be built.</source>
        <translation>无需构建任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Stopped: %1 of %2 kept.</source>
        <translation>已停止：保留 %2 中的 %1。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The drive of the %1 cache is full. Nothing was changed.</source>
        <translation>%1 缓存所在驱动器已满。没有更改任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The drive is full. Nothing was changed.</source>
        <translation>驱动器已满。没有更改任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The drive of the %3 cache is full: %1 of %2 kept.</source>
        <translation>%3 缓存所在驱动器已满：保留 %2 中的 %1。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The drive is full: %1 of %2 kept.</source>
        <translation>驱动器已满：保留 %2 中的 %1。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>%1 free, %2 needed for the rest.</source>
        <translation>剩余 %1，其余部分需要 %2。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>Stopped before anything was built.</source>
        <translation>在构建任何内容之前已停止。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The build of %1 stopped at %2 of %3.</source>
        <translation>%1 的构建停在 %2 / %3。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>The build of %1 stopped before its first file.</source>
        <translation>%1 的构建在第一个缓存文件之前停止。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>What was finished is kept. Resume?</source>
        <translation>已完成的部分已保留。继续吗？</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>It rebuilds everything, including what is up to date, so it starts from the beginning. Resume?</source>
        <translation>它会重建全部内容，包括最新的，因此要从头开始。继续吗？</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/texts.py"/>
        <source>It uses changed settings, not those of the config.</source>
        <translation>它使用更改后的设置，而不是配置中的设置。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Sources</source>
        <translation>源文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Encode or copy</source>
        <translation>编码或复制</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files that are made. Identical pictures and captions are encoded once and copied.</source>
        <translation>要生成的缓存文件。相同的图片和标注只编码一次，其余复制。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Concept</source>
        <translation>概念</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files that are kept where they are.</source>
        <translation>留在原处的缓存文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/building/view.py"/>
        <source>%Ln of them stay out of date, because only other files are built.</source>
        <translation><numerusform>其中 %Ln 个仍然过时，因为只构建其他文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Good cached files in the wrong position. They are moved, not encoded again.</source>
        <translation>位置不对的完好缓存文件。会移动它们，不重新编码。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files copied from another place for the same picture or caption, and those that only get another mask.</source>
        <translation>从别处复制的同一图片或标注的缓存文件，以及只更换蒙版的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Encode</source>
        <translation>编码</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files that have to be encoded.</source>
        <translation>需要编码的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Cached files that are no longer needed. They go into quarantine with the replaced folders.</source>
        <translation>不再需要的缓存文件。它们随被替换的文件夹一起进入隔离区。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>OneTrainer would delete what you build.</source>
        <translation>OneTrainer 会删除你构建的内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>What to build</source>
        <translation>构建内容</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>&amp;for</source>
        <translation>面向(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Which OneTrainer can read it</source>
        <translation>哪种 OneTrainer 可以读取</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Device and precision</source>
        <translation>设备和精度</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>What would be built</source>
        <translation>将构建的内容</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Show files</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Lists what is done with each file, with its picture. A double click on a row lists the files of its concept alone.</source>
        <translation>列出每个文件及其图片和将执行的操作。双击某一行只列出其概念的文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>What happens to the cached files of each concept</source>
        <translation>每个概念的缓存文件如何处理</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>The VAE and the text encoders are needed first.</source>
        <translation>首先需要 VAE 和文本编码器。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Built for changed settings: %1. Change them in your trainer&apos;s config too, before you train.</source>
        <translation>按更改后的设置构建：%1。训练前请在训练器的配置中作同样更改。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing has to be encoded or written.</source>
        <translation>无需编码或写入。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing has to be encoded.</source>
        <translation>无需编码。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>All cached files exist already; only the index is written.</source>
        <translation>所有缓存文件都已存在；只写入索引。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>There is nothing to build in the folders that can be reached.</source>
        <translation>在可以访问的文件夹中没有要构建的内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing else has to be built.</source>
        <translation>没有其他要构建的内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing that Larder can build is missing.</source>
        <translation>没有缺少 Larder 能构建的内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Nothing is missing.</source>
        <translation>没有缺少任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>Everything is cached and up to date.</source>
        <translation>全部已缓存且为最新。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/building/view.py"/>
        <source>&amp;Build</source>
        <translation>构建(&amp;B)</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>All files are there, but %Ln were made from other pictures or captions.</source>
        <translation><numerusform>文件齐全，但有 %Ln 个由其他图片或标注生成。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Build…</source>
        <translation>构建…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Find all</source>
        <translation>全部找出</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Choose another place…</source>
        <translation>选择其他位置…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check again</source>
        <translation>再次检查</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Build… moves these files to their right positions and encodes what is missing.</source>
        <translation>“构建…”会把这些文件移到正确的位置，并编码缺少的文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Build… creates the missing files.</source>
        <translation>“构建…”会生成缺少的文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln concepts</source>
        <translation><numerusform>%Ln 个概念</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln pictures</source>
        <translation><numerusform>%Ln 张图片</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln captions</source>
        <translation><numerusform>%Ln 条标注</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Export the cache</source>
        <translation>导出缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Destination of the export</source>
        <translation>导出目标</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Export to</source>
        <translation>导出到</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>A folder that OneTrainer can use as its cache folder</source>
        <translation>OneTrainer 可用作缓存文件夹的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>One file (.zip) that training in Python reads without unpacking</source>
        <translation>单个文件 (.zip)，Python 训练无需解压即可读取</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Include captions</source>
        <translation>包含标注</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Destination:</source>
        <translation>目标：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Format:</source>
        <translation>格式：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Copies what training needs, for use on another computer: cached files with relative paths, and a list of checksums. Your cache, pictures and captions are not changed.</source>
        <translation>复制训练所需的内容，供另一台电脑使用：带相对路径的缓存文件和校验和清单。不会更改你的缓存、图片和标注。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check the cache before exporting it</source>
        <translation>导出前检查缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Everything that training needs is cached.</source>
        <translation>训练所需的内容均已缓存。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>No file has changed since it was cached.</source>
        <translation>缓存之后没有文件变化。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Every cached file can be read.</source>
        <translation>每个缓存文件都能读取。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln cached files are checked during the export, because there are too many to read them in advance.</source>
        <translation><numerusform>%Ln 个缓存文件会在导出时检查，因为数量太多，无法事先读取。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The destination is free.</source>
        <translation>目标位置为空。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files of an interrupted export exist already; the export continues.</source>
        <translation><numerusform>中断的导出已有 %Ln 个文件；将继续导出。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%1 free at the destination.</source>
        <translation>目标位置有 %1 可用空间。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>No paths of this computer are included.</source>
        <translation>不包含本机的任何路径。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Captions are included.</source>
        <translation>包含标注。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Captions are not included, only the text encoder&apos;s output.</source>
        <translation>不包含标注，只包含文本编码器的输出。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>A folder, for OneTrainer on a computer where the concepts have the same paths</source>
        <translation>文件夹，供概念路径相同的电脑上的 OneTrainer 使用</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>One file (.zip), to import on the training computer</source>
        <translation>单个文件 (.zip)，在训练用的电脑上导入</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln problems block the export; the list says what to do.</source>
        <translation><numerusform>%Ln 个问题使导出无法进行；列表中说明了解决办法。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%1: %2, %3, %4.</source>
        <translation>%1：%2、%3、%4。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln entries are left out, because their picture was deleted or their concept is disabled.</source>
        <translation><numerusform>略去 %Ln 个条目，因为其图片已删除或概念已停用。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Exported %Ln files to %1.</source>
        <translation><numerusform>已导出 %Ln 个文件到 %1。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check the export before you upload it, and again on the other computer.</source>
        <translation>上传前请检查导出，在另一台电脑上再检查一次。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check export</source>
        <translation>检查导出</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The export was stopped; the files written so far are kept.</source>
        <translation>导出已停止；已写入的文件会保留。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import a cache</source>
        <translation>导入缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The exported cache</source>
        <translation>导出的缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import from</source>
        <translation>导入自</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Exported caches (*.zip larder-bundle.json)</source>
        <translation>导出的缓存 (*.zip larder-bundle.json)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Destination of the import</source>
        <translation>导入目标</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import into</source>
        <translation>导入到</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The folder that contains the pictures&apos; folders</source>
        <translation>各图片文件夹所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Pictures are in</source>
        <translation>图片位于</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>where the config says</source>
        <translation>按配置中的位置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>From:</source>
        <translation>来源：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Into:</source>
        <translation>目标：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Pictures are in:</source>
        <translation>图片位于：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Every file is compared with the checksums made during the export. Existing files in the cache folder are never overwritten.</source>
        <translation>每个文件都会与导出时生成的校验和比对。缓存文件夹中已有的文件绝不会被覆盖。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Choose an exported cache: a folder or a .zip file.</source>
        <translation>请选择导出的缓存：文件夹或 .zip 文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Check an exported cache</source>
        <translation>检查导出的缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>No file has changed since the export.</source>
        <translation>导出之后没有文件变化。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>No existing file is overwritten.</source>
        <translation>不会覆盖任何已有文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files exist already; the import continues.</source>
        <translation><numerusform>已有 %Ln 个文件；导入将继续。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%1 fits the folder %2: %3, %4.</source>
        <translation>%1 对应文件夹 %2：%3，%4。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Contents: %1, %2, %3.</source>
        <translation>内容：%1、%2、%3。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Captions are not included.</source>
        <translation>不包含标注。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln problems block the import; the list says what to do.</source>
        <translation><numerusform>%Ln 个问题使导入无法进行；列表中说明了解决办法。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The exported cache is damaged. Copy it again.</source>
        <translation>导出的缓存已损坏。请重新复制。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Choose a destination: a config or a cache folder.</source>
        <translation>请选择目标：配置或缓存文件夹。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files to import, %1.</source>
        <translation><numerusform>要导入 %Ln 个文件，%1。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Imported %Ln files.</source>
        <translation><numerusform>已导入 %Ln 个文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The import was stopped; the files imported so far are kept.</source>
        <translation>导入已停止；已导入的文件会保留。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Import anyway</source>
        <translation>仍然导入</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>%Ln files contain values that are not numbers.</source>
        <translation><numerusform>%Ln 个文件包含非数值。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Build these files again, then export them again.</source>
        <translation>请重新构建这些文件，然后再次导出。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/bundles.py"/>
        <source>The exported cache has %Ln problems.</source>
        <translation><numerusform>导出的缓存有 %Ln 处问题。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/bundles.py"/>
        <source>Copy it again.</source>
        <translation>请重新复制。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>What was checked</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Lists the pictures and captions, with pictures.</source>
        <translation>列出图片和标注，并显示图片。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Train without pictures and captions</source>
        <translation>不带图片和标注训练</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Builds what the cache lacks.</source>
        <translation>构建缓存中缺少的内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>With a cache.json cache you can train on a computer that has neither the pictures nor the captions, if the cache contains everything that training needs. This check changes nothing.</source>
        <translation>如果缓存包含训练所需的一切，用 cache.json 缓存就可以在没有图片和标注的电脑上训练。此检查不会更改任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Check training without pictures</source>
        <translation>检查能否不用图片训练</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Convert…</source>
        <translation>转换…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>The cache contains everything that training needs.</source>
        <translation>缓存包含训练所需的一切。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Convert… creates a cache.json cache without encoding anything.</source>
        <translation>“转换…”会生成 cache.json 缓存，无需重新编码。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Ready to train %Ln samples without pictures and captions.</source>
        <translation><numerusform>可以在没有图片和标注的情况下训练 %Ln 个样本。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>Not ready: %Ln things are missing.</source>
        <translation><numerusform>尚未就绪：缺少 %Ln 项。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/checklists.py"/>
        <source>%Ln left out: the picture was deleted or its concept is disabled.</source>
        <translation><numerusform>跳过 %Ln 个：图片已删除，或其概念已停用。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>C&amp;lean…</source>
        <translation>清理(&amp;L)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Shows what would be removed; nothing moves until you agree.</source>
        <translation>显示会移除什么；在你同意之前不移动任何文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Clea&amp;n these…</source>
        <translation>清理这些(&amp;N)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Shows what would be removed for the problems selected on the Problems page.</source>
        <translation>显示“问题”页上所选的问题会移除什么。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Clean &amp;selected entries…</source>
        <translation>清理所选条目(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Shows what would be removed for the selected entries.</source>
        <translation>显示所选条目会移除什么。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>&amp;Prune…</source>
        <translation>精简(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>No cache in this workspace records when its files were used.</source>
        <translation>此工作区中没有缓存记录文件的使用时间。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Frees space: removes cached files that have not been used for a long time, or the oldest ones above a size limit.</source>
        <translation>腾出空间：移除长期未用的缓存文件，或超出大小上限的最旧文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Clear cac&amp;he…</source>
        <translation>清空缓存(&amp;H)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>There is no cache in this workspace.</source>
        <translation>此工作区中没有缓存。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Empties a whole cache, after showing what would be removed.</source>
        <translation>清空整个缓存；会先显示将移除什么。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>&amp;Undo the last operation…</source>
        <translation>撤销上一次操作(&amp;U)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>There is nothing to undo.</source>
        <translation>没有可撤销的。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/commands.py"/>
        <source>Restores what the last clean removed, or the last build or move replaced. Shows first what that is.</source>
        <translation>恢复上次清理移除的内容，或上次构建、移动所替换的内容。会先显示具体是什么。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Delete now</source>
        <translation>立即删除</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Frees the space at once and cannot be undone. Files in quarantine can be restored with one click until you empty it.</source>
        <translation>立即释放空间且无法撤销。隔离区中的文件在清空之前都能一键恢复。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Remove entries</source>
        <translation>移除条目</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Export plan</source>
        <translation>导出计划</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Plans (*.json)</source>
        <translation>计划 (*.json)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>The ticks cannot be saved.</source>
        <translation>无法保存勾选。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>This command does the same:</source>
        <translation>此命令的作用相同：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Makes a new plan and applies what is ticked by default:</source>
        <translation>制定新计划并执行默认勾选的内容：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>You changed the ticks: export the plan, then apply the file:</source>
        <translation>你更改了勾选：先导出计划，再执行该文件：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Applies the exported plan with these ticks:</source>
        <translation>按这些勾选执行已导出的计划：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>The plan cannot be saved.</source>
        <translation>无法保存计划。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>They cannot be restored. Your pictures and captions are not changed.</source>
        <translation>它们无法恢复。不会更改你的图片和标注。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/dialog.py"/>
        <source>Nothing was changed. Make a new plan first.</source>
        <translation>没有更改任何内容。请先制定新计划。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>everything cached of one concept with one set of settings</source>
        <translation>一个概念在同一组设置下的全部缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>a folder that no training uses</source>
        <translation>训练不会使用的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>not ticked</source>
        <translation>未勾选</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>partly ticked</source>
        <translation>部分勾选</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Source</source>
        <translation>源文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>On disk</source>
        <translation>占用</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>Ticked</source>
        <translation>已勾选</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>made from an unknown file</source>
        <translation>由未知文件生成</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/cleaning/plan_model.py"/>
        <source>and %Ln more</source>
        <translation><numerusform>以及另外 %Ln 个</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_table.py"/>
        <source>Files that can be removed</source>
        <translation>可移除的文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Relink them in the same step</source>
        <translation>在同一步骤中重新关联</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Lists the files in the index again; the trainer then uses them instead of encoding.</source>
        <translation>把文件重新列入索引；训练器会直接使用，而不编码。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Export plan…</source>
        <translation>导出计划…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Look for damage…</source>
        <translation>查找损坏…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Reads every cached file and lists damaged ones too; this takes as long as reading the whole cache.</source>
        <translation>读取每个缓存文件并列出损坏的；耗时与读取整个缓存相同。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Add configs that share this cache…</source>
        <translation>添加共用此缓存的配置…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Files that these configs need are kept. Groups that none of them needs are ticked.</source>
        <translation>这些配置需要的文件会保留。都不需要的组会被勾选。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Other configs that share this cache</source>
        <translation>共用此缓存的其他配置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Left out</source>
        <translation>已略去</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Kept.</source>
        <translation>已保留。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>These pictures were deleted for good</source>
        <translation>这些图片已永久删除</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Makes the plan again without them. Nothing moves until you agree.</source>
        <translation>不计它们重新计划。同意之前不移动任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Pictures missing from %1 count as deleted for good.</source>
        <translation>%1 中缺少的图片视为已永久删除。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Keep them after all</source>
        <translation>还是保留</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Makes the plan again and keeps what was made from them.</source>
        <translation>重新计划并保留由它们生成的内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Files that %1 needs are kept.</source>
        <translation>%1 需要的文件会保留。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Remove config</source>
        <translation>移除配置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Makes the plan again without this config.</source>
        <translation>不考虑此配置，重新计划。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Configs (*.json *.toml *.yaml *.yml)</source>
        <translation>配置 (*.json *.toml *.yaml *.yml)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Nothing to clean among the selected entries.</source>
        <translation>所选条目中没有可清理的。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Their cached files are needed, or they have none.</source>
        <translation>它们的缓存文件仍然需要，或者没有缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Nothing to clean.</source>
        <translation>没有可清理的。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Caches that Larder only reads stay as they are.</source>
        <translation>Larder 只读取的缓存保持不变。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Files that cannot be judged are kept.</source>
        <translation>无法判断的文件会保留。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/plan_view.py"/>
        <source>Every file in these caches is needed.</source>
        <translation>这些缓存中的每个文件都需要。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Caches</source>
        <translation>缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Caches:</source>
        <translation>缓存：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Show plan</source>
        <translation>显示计划</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Nothing moves until you agree, and Undo restores moved files.</source>
        <translation>在你同意之前不移动任何文件，移走的文件可用“撤销”恢复。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>All caches that record when files were used</source>
        <translation>所有记录文件使用时间的缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Not used for</source>
        <translation>未用时长</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Keep at most</source>
        <translation>最多保留</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Not used for:</source>
        <translation>未用时长：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>Keep at most:</source>
        <translation>最多保留：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>All caches of this workspace</source>
        <translation>此工作区的所有缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/cleaning/prune_forms.py"/>
        <source>The files in this cache are good. All of them are removed and have to be built again before they can be used.</source>
        <translation>此缓存中的文件没有问题。它们会全部移除，再次使用前需要重新构建。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Search help</source>
        <translation>搜索帮助</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>No help topic contains all of these words.</source>
        <translation>没有帮助主题包含所有这些词。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>See also:</source>
        <translation>另请参阅：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Go to the tab %1</source>
        <translation>转到“%1”标签页</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/help_window.py"/>
        <source>A clean moves files into quarantine; Undo restores them.</source>
        <translation>清理把文件移入隔离区；“撤销”可恢复。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store new dates</source>
        <translation>记录新日期</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store %Ln new dates?</source>
        <translation><numerusform>记录 %Ln 个新日期？</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Larder then recognises these files without reading them again. Only the index, or the cache&apos;s record of its source files, is changed; pictures, captions and cached files are not.</source>
        <translation>之后 Larder 无需再次读取即可识别这些文件。只会更改索引，或缓存对其源文件的记录；不更改图片、标注和缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store dates</source>
        <translation>记录日期</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Store %Ln new dates of the selected entries?</source>
        <translation><numerusform>记录所选条目的 %Ln 个新日期？</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Relink %Ln cached files of renamed files?</source>
        <translation><numerusform>重新关联已重命名文件的 %Ln 个缓存文件？</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Larder reads your files and lists the cached files made from them in the index again, under the new names. No file is moved or deleted.</source>
        <translation>Larder 会读取你的文件，并把由它们生成的缓存文件以新名称重新列入索引。不移动也不删除任何文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Relink the cached files of the selected rows?</source>
        <translation>重新关联所选行的缓存文件？</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair index</source>
        <translation>修复索引</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair %Ln damaged indexes?</source>
        <translation><numerusform>修复 %Ln 个损坏的索引？</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>The readable entries are copied into a new index. The damaged file is kept, and Undo on the Journal page restores it. No other file is changed. “Relink cached files…” can then add the cached files that the new index lacks.</source>
        <translation>可读取的条目会复制到新索引。损坏的文件会保留，可在“日志”页用“撤销”恢复。其他文件都不更改。之后可用“重新关联缓存文件…”补上新索引缺少的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Write anyway</source>
        <translation>仍然写入</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/index_writes.py"/>
        <source>Repair index…</source>
        <translation>修复索引…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Cached file</source>
        <translation>缓存文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Compare pictures with their cached files</source>
        <translation>比较图片与其缓存文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Pictures, the least similar to their cached file first</source>
        <translation>图片，最不像其缓存文件的在前</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Compare again</source>
        <translation>再次比较</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Show in Entries</source>
        <translation>在“条目”中显示</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>This list is only a ranking: the lower the similarity, the less a cached file looks like its picture. Some file is always first; files that were mixed up score far lower than the rest.</source>
        <translation>此列表只是排序：相似度越低，缓存文件越不像其图片。总会有文件排在最前；弄混的文件得分远低于其余。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Compare pictures</source>
        <translation>比较图片</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Comparing pictures with their cached files</source>
        <translation>正在比较图片与其缓存文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Nothing could be compared.</source>
        <translation>没有可比较的内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>Show a cached picture</source>
        <translation>查看缓存的图片</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln cached files compared.</source>
        <translation><numerusform>已比较 %Ln 个缓存文件。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln have no readable picture.</source>
        <translation><numerusform>%Ln 个没有可读取的图片。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln were made by encoders without a preview.</source>
        <translation><numerusform>%Ln 个的编码器没有预览。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/match_dialog.py"/>
        <source>%Ln cannot be compared.</source>
        <translation><numerusform>%Ln 个无法比较。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Same content</source>
        <translation>内容相同</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Different content</source>
        <translation>内容不同</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Compared</source>
        <translation>比较结果</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Find moved folder</source>
        <translation>查找移动过的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Folder that cannot be reached</source>
        <translation>无法访问的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>New place of the folder</source>
        <translation>文件夹的新位置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Possible folders</source>
        <translation>可能的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Compared files, those that do not match first</source>
        <translation>比较过的文件，不符的在前</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Only remember the new folder</source>
        <translation>仅记住新文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Paths in the config and the caches are not changed. Larder remembers the new folder and reads the files there, now and the next time.</source>
        <translation>不更改配置和缓存中的路径。Larder 会记住新文件夹，此次和以后都从那里读取文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Update paths</source>
        <translation>更新路径</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Cannot be reached:</source>
        <translation>无法访问：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Possible folders:</source>
        <translation>可能的文件夹：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>New place:</source>
        <translation>新位置：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Up to 50 files are compared with the cache, by size and content. Nothing is written until you agree; pictures, captions and cached files are never changed.</source>
        <translation>最多取 50 个文件，按大小和内容与缓存比较。在你同意之前不写入任何内容；绝不更改图片、标注和缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Find a moved folder</source>
        <translation>查找移动过的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Looking for the folder and comparing files</source>
        <translation>正在查找文件夹并比较文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>No folder of the caches is missing.</source>
        <translation>缓存涉及的文件夹都在。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>The folder was not found nearby.</source>
        <translation>附近没有找到此文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Use Browse… to choose its new place.</source>
        <translation>请用“浏览…”选择新位置。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>No file to compare.</source>
        <translation>没有可比较的文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%Ln entries get the new path; Undo restores the old one.</source>
        <translation><numerusform>%Ln 个条目改用新路径；“撤销”可恢复旧路径。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>No path has to be updated.</source>
        <translation>没有需要更新的路径。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>No entry is in the old folder.</source>
        <translation>没有条目在旧文件夹中。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Where is the folder now?</source>
        <translation>文件夹现在在哪里？</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>None of %Ln compared files is the same: this is not the folder that moved.</source>
        <translation><numerusform>比较的 %Ln 个文件都不相同：这不是移动过的文件夹。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%1 of %Ln compared files are the same.</source>
        <translation><numerusform>比较的 %Ln 个文件中有 %1 个相同。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Your config still names the old folder. Change it in OneTrainer too; otherwise OneTrainer keeps looking there.</source>
        <translation>你的配置仍指向旧文件夹。请在 OneTrainer 中也作更改，否则 OneTrainer 会继续在那里查找。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>%Ln entries are not changed, because their file already has an entry in the new folder.</source>
        <translation><numerusform>%Ln 个条目不更改，因为其文件在新文件夹中已有条目。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Numbered cache folders store no picture paths, only the concept&apos;s folder. Once the concept names the new folder, Build… moves the cached files without encoding them again.</source>
        <translation>编号的缓存文件夹不保存图片路径，只保存概念的文件夹。概念指向新文件夹后，“构建…”会移动缓存文件而不重新编码。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Update paths of a moved folder</source>
        <translation>更新移动过的文件夹的路径</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Updated the paths of %Ln entries.</source>
        <translation><numerusform>已更新 %Ln 个条目的路径。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/moved_dialog.py"/>
        <source>Update anyway</source>
        <translation>仍然更新</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Open a workspace first.</source>
        <translation>请先打开工作区。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Wait until the survey is finished.</source>
        <translation>请等扫描完成。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Wait until the running job is finished.</source>
        <translation>请等运行中的任务完成。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Filter: %1</source>
        <translation>筛选：%1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Help: %1</source>
        <translation>帮助：%1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Type a few letters of a command, page or word</source>
        <translation>输入命令、页面或词语的几个字</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/palette.py"/>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_dialog.py"/>
        <source>Show command</source>
        <translation>显示命令</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_dialog.py"/>
        <source>Left to the trainer</source>
        <translation>留给训练器</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>Continue anyway</source>
        <translation>仍然继续</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>Files that the trainer has not listed in its index yet look as if they were not needed.</source>
        <translation>训练器尚未写入索引的文件看起来像是不再需要。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>A trainer seems to be running here. Wait until it has finished.</source>
        <translation>训练器似乎正在此处运行。请等它完成。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>The command that does the same</source>
        <translation>作用相同的命令</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/plan_panels.py"/>
        <source>Copies the command as it runs, with the real names.</source>
        <translation>复制可直接运行的命令，其中包含真实名称。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preference_fields.py"/>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preference_fields.py"/>
        <source>How much space caches of your own files may take. Above this size, Prune removes the least recently used files; a build stays below it. Takes effect with the next build or prune.</source>
        <translation>你自己文件的缓存可占用的空间。超过此大小时，“精简”会移除最久未用的文件；构建不会超过它。下次构建或精简时生效。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Powers of 1024 (MiB, GiB)</source>
        <translation>1024 进位（MiB、GiB）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Powers of 1000 (MB, GB)</source>
        <translation>1000 进位（MB、GB）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Follow system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Sizes</source>
        <translation>大小</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Hide names of files, folders and concepts</source>
        <translation>隐藏文件、文件夹和概念的名称</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>How old files must be before Clean ticks them, in hours</source>
        <translation>文件存在多久后清理才会勾选（小时）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Clear the list of recent workspaces</source>
        <translation>清空最近使用的工作区列表</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Removes this location; the path is then used as written in the config and the index.</source>
        <translation>移除此位置；之后路径按配置和索引中的写法使用。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Groups of settings</source>
        <translation>设置分组</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Changes take effect when you click OK.</source>
        <translation>点击“确定”后更改生效。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Language:</source>
        <translation>语言：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>The language of the window. The command line speaks English. A message offers to reopen the window in it at once.</source>
        <translation>窗口的语言；命令行使用英语。会有消息提示立即重新打开窗口。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Colours:</source>
        <translation>颜色：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Light or dark, at once in every window.</source>
        <translation>浅色或深色，立即应用于所有窗口。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Sizes:</source>
        <translation>大小：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>How sizes of files are written. Drives are sold in powers of 1000.</source>
        <translation>文件大小的写法。硬盘按 1000 的幂标称容量。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Cleaning</source>
        <translation>清理</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Minimum age:</source>
        <translation>最短存在时间：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Clean does not tick younger files by itself, because a trainer may still be writing. You can tick them yourself. Takes effect with the next plan.</source>
        <translation>“清理”不会自动勾选更新的文件，因为训练器可能仍在写入。你可以自行勾选。下次制定计划时生效。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Space</source>
        <translation>空间</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Shows marks in place of names in the whole window, for screenshots and reports. Nothing on disk is changed.</source>
        <translation>在整个窗口中用代号代替名称，便于截图和报告。不会更改磁盘上的任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>The start page then lists no workspaces until you open one.</source>
        <translation>在你打开下一个工作区之前，起始页不再列出任何工作区。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Moved folders</source>
        <translation>移动过的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Where folders that a config or an index names are now.</source>
        <translation>配置或索引中的文件夹现在所在的位置。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Remembered locations</source>
        <translation>记住的位置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Restore defaults</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Resets this group to its defaults; OK saves them.</source>
        <translation>将该组恢复为默认值；点击“确定”后保存。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Path in config or index</source>
        <translation>配置或索引中的路径</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Now at</source>
        <translation>现在的位置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/preferences.py"/>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Quick look</source>
        <translation>快速查看</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Previous (left arrow)</source>
        <translation>上一个（左箭头）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Next (right arrow)</source>
        <translation>下一个（右箭头）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Close (Space or Esc)</source>
        <translation>关闭（空格或 Esc）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/quick_look.py"/>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>Cache a &amp;folder…</source>
        <translation>缓存文件夹(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>A folder is being cached.</source>
        <translation>正在缓存文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>Caches pixels, sound features, waveforms or tokens of your own files.</source>
        <translation>缓存你自己的文件的像素、声音特征、波形或词元。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>Retry failed f&amp;iles of the last folder</source>
        <translation>重试上个文件夹中失败的文件(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>No file failed last time.</source>
        <translation>上次没有失败的文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/commands.py"/>
        <source>Caches the last folder again; finished files are kept.</source>
        <translation>再次缓存上个文件夹；已完成的文件会保留。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Everything is in the cache already.</source>
        <translation>全部已在缓存中。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>The folder contains no file that this kind of cache can be made from.</source>
        <translation>文件夹中没有可生成此类缓存的文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Cache a folder</source>
        <translation>缓存文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Looking at the files…</source>
        <translation>正在查看文件…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Make a cache from your own files</source>
        <translation>用你自己的文件制作缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Choose the folder of your files, or drop it here.</source>
        <translation>请选择你的文件所在的文件夹，或拖到此处。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>A setting is not valid.</source>
        <translation>有一项设置无效。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Choose a folder for the cache.</source>
        <translation>请选择缓存的文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/dialog.py"/>
        <source>Nothing is written until you have seen the plan.</source>
        <translation>在你看到计划之前不写入任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Choose an encoder.</source>
        <translation>请选择编码器。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>“%1” is not a whole number above 0.</source>
        <translation>“%1”不是大于 0 的整数。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>“%1” is not a number of seconds.</source>
        <translation>“%1”不是秒数。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Kind of cache</source>
        <translation>缓存类型</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>with</source>
        <translation>使用</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Folder of your files</source>
        <translation>你的文件所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>a folder of your files; drop one here</source>
        <translation>你的文件所在的文件夹；可拖到此处</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Folder of the cache</source>
        <translation>缓存文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Resample other rates</source>
        <translation>重采样其他采样率</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Clips with another sample rate are resampled; otherwise they are refused.</source>
        <translation>采样率不同的片段会重采样；否则会被拒绝。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>Folder of a model or its processor</source>
        <translation>模型或其处理器的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>&amp;Make</source>
        <translation>制作(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>&amp;From</source>
        <translation>来源(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/form.py"/>
        <source>&amp;Into</source>
        <translation>存入(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/request.py"/>
        <source>sample rate</source>
        <translation>采样率</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/request.py"/>
        <source>other system</source>
        <translation>其他系统</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Pictures, as pixels from an image processor.</source>
        <translation>图片，以图像处理器输出的像素形式。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Sound files, as the input features of a sound model.</source>
        <translation>声音文件，以声音模型的输入特征形式。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Sound files, decoded: one channel, one sample rate.</source>
        <translation>声音文件：解码为单声道、统一采样率。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Texts, line by line, as token ids from a tokenizer.</source>
        <translation>文本，逐行，以分词器输出的词元 ID 形式。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>It is not recorded which files these values were made from; choose the folder.</source>
        <translation>没有记录这些值由哪些文件生成；请选择文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>These values were made from files on another computer; choose the folder.</source>
        <translation>这些值由另一台电脑上的文件生成；请选择文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>These values were made from files that have no folder in common; choose one.</source>
        <translation>生成这些值的文件没有共同的文件夹；请选择一个。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>processor default</source>
        <translation>处理器默认</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Height first: 384x512.</source>
        <translation>高度在前：384x512。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Sample rate</source>
        <translation>采样率</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>In Hz. Empty: the extractor&apos;s default; 16,000 for waveforms.</source>
        <translation>单位 Hz。留空：提取器的默认值；波形为 16,000。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Hz</source>
        <translation>Hz</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Cut after</source>
        <translation>截断于</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>In seconds. Empty: the extractor&apos;s default, or 30 s.</source>
        <translation>单位秒。留空：提取器的默认值，或 30 秒。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Longest line</source>
        <translation>最长行</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>tokenizer default</source>
        <translation>分词器默认</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>In token ids; longer lines are cut.</source>
        <translation>以词元 ID 计；更长的行会截断。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>ids</source>
        <translation>ID</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Limits the number of files, to try it out.</source>
        <translation>限制文件数量，用于试用。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>files</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Your files are only read. If you cancel, finished files are kept, and the next build continues from there.</source>
        <translation>只读取你的文件。取消时，已完成的文件会保留，下次构建从那里继续。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Already cached</source>
        <translation>已缓存</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>To build</source>
        <translation>待构建</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>The cache may take %1, which is %2 less than all of these files need. Files that do not fit are left out.</source>
        <translation>此缓存最多 %1，比所有这些文件所需少 %2。放不下的文件会略去。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Budgets are in the preferences.</source>
        <translation>配额在首选项中设置。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln files are skipped.</source>
        <translation><numerusform>跳过 %Ln 个文件。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln files</source>
        <translation><numerusform>%Ln 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln changed since they were built</source>
        <translation><numerusform>%Ln 个在构建后有更改</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%1 (will be created)</source>
        <translation>%1（将创建）</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>none of these files</source>
        <translation>没有这些文件</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>%Ln of them only have to be recorded in the cache</source>
        <translation><numerusform>其中 %Ln 个只需在缓存中记录</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/source_building/texts.py"/>
        <source>Removed %Ln least recently used cached files to make room.</source>
        <translation><numerusform>已移除 %Ln 个最久未用的缓存文件以腾出空间。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Checks names, sizes and dates, and reads only files that changed.</source>
        <translation>检查名称、大小和日期，只读取有变化的文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Every source file</source>
        <translation>所有源文件</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Also reads every picture and caption once, and finds edits that kept the file&apos;s date.</source>
        <translation>并把所有图片和标注读一遍，找出日期没变的改动。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Opens every picture, caption, mask and cached file to find what would stop or spoil training. Files that have not changed since the last time are not opened again.</source>
        <translation>打开每张图片、每个标注、蒙版和缓存文件，找出会中断或破坏训练的问题。上次之后没有变化的文件不会再打开。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>How closely should Larder look?</source>
        <translation>Larder 应检查得多仔细？</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Reading changes nothing.</source>
        <translation>读取不作任何更改。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Took %1 last time.</source>
        <translation>上次用时：%1。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>%Ln entries.</source>
        <translation><numerusform>%Ln 个条目。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>Reads %1 of cached files.</source>
        <translation>读取 %1 的缓存文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/survey_dialogs.py"/>
        <source>%Ln source files were never opened.</source>
        <translation><numerusform>%Ln 个源文件从未打开过。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Compare with another config file…</source>
        <translation>与另一配置文件比较…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Undo all changes</source>
        <translation>撤回所有更改</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Nothing is written: your config and the caches are not changed.</source>
        <translation>不写入任何内容：不更改你的配置和缓存。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>%1 compared with %2</source>
        <translation>%1 与 %2 比较</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Copy as report</source>
        <translation>复制为报告</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Build with these settings</source>
        <translation>按这些设置构建</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Plans a build with the changed settings. Your trainer&apos;s config is not changed.</source>
        <translation>按更改后的设置计划构建。不更改训练器的配置。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>The copy of the config cannot be saved.</source>
        <translation>无法保存配置的副本。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>This workspace has no config to change.</source>
        <translation>此工作区没有可更改的配置。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Open the trainer&apos;s config itself; a folder of caches alone does not say which settings it was made with.</source>
        <translation>请打开训练器的配置本身；仅有缓存文件夹无法得知生成它们的设置。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Compare with another config</source>
        <translation>与另一配置比较</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/dialog.py"/>
        <source>Configs and presets (*.json)</source>
        <translation>配置和预设 (*.json)</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>various</source>
        <translation>各不相同</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>Undo: %1</source>
        <translation>撤回：%1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>Undo this change</source>
        <translation>撤回此更改</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/form.py"/>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Cached latents of pictures become invalid.</source>
        <translation>已缓存的图片潜变量会失效。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Cached embeddings of captions become invalid.</source>
        <translation>已缓存的标注嵌入会失效。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Cached files stay valid.</source>
        <translation>缓存文件仍然有效。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>not known</source>
        <translation>不清楚</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>No setting is changed.</source>
        <translation>没有更改任何设置。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln pictures or captions under another name and caches them again.</source>
        <translation><numerusform>无需编码，但训练前请构建：否则 OneTrainer 会以另一名称查找 %Ln 个图片或标注，并重新缓存它们。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>OneTrainer would empty these caches at its next start and cache everything again.</source>
        <translation>OneTrainer 会在下次启动时清空这些缓存并重新缓存全部内容。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Nothing has to be built: all cached files stay valid.</source>
        <translation>无需构建：所有缓存文件仍然有效。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>time not measured yet</source>
        <translation>尚未测量时间</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln pictures have to be rebuilt.</source>
        <translation><numerusform>需要重建 %Ln 张图片。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln captions have to be rebuilt.</source>
        <translation><numerusform>需要重建 %Ln 个标注。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>%Ln files are missing or need rebuilding already.</source>
        <translation><numerusform>%Ln 个文件已缺少或需要重建。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>What if, for %1</source>
        <translation>假设分析：%1</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Invalidates</source>
        <translation>使其失效</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Items</source>
        <translation>数量</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Another VAE…</source>
        <translation>其他 VAE…</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Often tried:</source>
        <translation>常用尝试：</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Effects</source>
        <translation>影响</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Change a setting to see what it would cost.</source>
        <translation>更改某项设置，查看代价。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>Both configs need the same cached files.</source>
        <translation>两个配置需要相同的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/results.py"/>
        <source>These settings cannot be compared.</source>
        <translation>无法比较这些设置。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder: train</source>
        <translation>文本编码器：训练</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder: layer skip</source>
        <translation>文本编码器：跳过层数</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder: weights</source>
        <translation>文本编码器：权重</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder %1: train</source>
        <translation>文本编码器 %1：训练</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder %1: layer skip</source>
        <translation>文本编码器 %1：跳过层数</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text encoder %1: weights</source>
        <translation>文本编码器 %1：权重</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Model and precision</source>
        <translation>模型和精度</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Every concept</source>
        <translation>每个概念</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>One length, several with commas, or WIDTHxHEIGHT.</source>
        <translation>一个边长，多个用逗号分隔，或“宽x高”。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Aspect Ratio Bucketing</source>
        <translation>宽高比分桶</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Without it every picture is cropped to a square.</source>
        <translation>不用时每张图片裁剪为正方形。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Masked Training</source>
        <translation>蒙版训练</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Custom Conditioning Image</source>
        <translation>自定义条件图像</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Frames</source>
        <translation>帧</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Sequence Length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Model Type</source>
        <translation>模型类型</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Base Model</source>
        <translation>基础模型</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Empty for the one that comes with the base model.</source>
        <translation>留空则使用基础模型自带的。</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Train Data Type</source>
        <translation>训练数据类型</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Image Variations</source>
        <translation>图片变体</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Text Variations</source>
        <translation>文本变体</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Crop Jitter</source>
        <translation>裁剪抖动</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Random Flip</source>
        <translation>随机翻转</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Tag Shuffling</source>
        <translation>标签打乱</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Learning Rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Batch Size</source>
        <translation>批次大小</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <location filename="../../app/dialogs/what_if/settings.py"/>
        <source>The output of an encoder that is trained is not cached.</source>
        <translation>正在训练的编码器的输出不缓存。</translation>
    </message>
    <message>
        <location filename="../../app/jobs/job_lanes.py"/>
        <source>%1 stopped because of an error in Larder.</source>
        <translation>“%1”因 Larder 的错误而停止。</translation>
    </message>
    <message>
        <location filename="../../app/jobs/job_lanes.py"/>
        <source>Please report it with the details.</source>
        <translation>请附上详情报告。</translation>
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
        <translation>Larder 的窗口下次打开时将使用%1。</translation>
    </message>
    <message>
        <location filename="../../app/languages.py"/>
        <source>No installed font has Chinese characters; install one, for example fonts-noto-cjk.</source>
        <translation>此系统没有含中文字符的字体；请安装一种，例如 fonts-noto-cjk。</translation>
    </message>
    <message>
        <location filename="../../app/languages.py"/>
        <source>Reopen window</source>
        <translation>重新打开窗口</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln in the first epoch</source>
        <translation><numerusform>第一轮 %Ln 张</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Smaller than a batch: left out of training.</source>
        <translation>小于一个批次：不参与训练。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln are left out of each epoch</source>
        <translation><numerusform>每轮略过 %Ln 张</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1 in %Ln buckets.</source>
        <translation><numerusform>%1，分布在 %Ln 个分桶中。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>With the concepts&apos; balancing, the first epoch has %Ln pictures.</source>
        <translation><numerusform>按概念的平衡设置，第一轮有 %Ln 张图片。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Each epoch leaves out %Ln, because the rest of a bucket does not fill a batch of %1.</source>
        <translation><numerusform>每轮略过 %Ln 张，因为分桶中余下的图片填不满大小为 %1 的批次。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>All of them fit into batches of %1.</source>
        <translation>全部都能编入大小为 %1 的批次。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln buckets are smaller than a batch.</source>
        <translation><numerusform>%Ln 个分桶小于一个批次。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln full batches of %1</source>
        <translation><numerusform>%Ln 个完整批次，每批 %1 张</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>None is left out</source>
        <translation>没有略过</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Click to list them in Entries</source>
        <translation>单击可在“条目”中列出</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Size not known</source>
        <translation>尺寸未知</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>The picture is gone or cannot be read.</source>
        <translation>图片已不存在或无法读取。</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>over %1×</source>
        <translation>超过 %1×</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>under %1×</source>
        <translation>不到 %1×</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1× to %2×</source>
        <translation>%1× 至 %2×</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1 cropped on average, %2 at most</source>
        <translation>平均裁掉 %1，最多 %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%Ln of %1 pictures are scaled up.</source>
        <translation><numerusform>%1 张图片中有 %Ln 张被放大。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>No picture is scaled up.</source>
        <translation>没有图片被放大。</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>The most cropped picture loses %1.</source>
        <translation>裁剪最多的一张被裁掉 %1。</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>scaled to %1×</source>
        <translation>缩放至 %1×</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>%1 of it is cropped</source>
        <translation>裁掉 %1</translation>
    </message>
    <message>
        <location filename="../../app/models/bucket_charts.py"/>
        <source>Click to show it in Entries</source>
        <translation>单击可在“条目”中显示</translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>%1 expected</source>
        <translation>预计 %1</translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>It took %1</source>
        <translation>用时 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/build_charts.py"/>
        <source>The last build made %Ln cached files in %1; %2 were expected.</source>
        <translation><numerusform>上次构建用 %1 生成 %Ln 个缓存文件；预计 %2。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>That is %1.</source>
        <translation>即%1。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/build_charts.py"/>
        <source>Half of the last %Ln builds took at most %1 of the expected time.</source>
        <translation><numerusform>最近 %Ln 次构建中，有一半所用时间不超过预计的 %1。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>took %1 of the expected time</source>
        <translation>用时为预计的 %1</translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>%1 s per file</source>
        <translation>每个文件 %1 秒</translation>
    </message>
    <message>
        <location filename="../../app/models/build_charts.py"/>
        <source>%1 files per second</source>
        <translation>每秒 %1 个文件</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Variation</source>
        <translation>变体</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Bucket</source>
        <translation>分桶</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Scaled</source>
        <translation>缩放</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Likeness</source>
        <translation>相似度</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Space used</source>
        <translation>占用空间</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <location filename="../../app/models/chart_table.py"/>
        <source>Cached</source>
        <translation>已缓存</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Concepts</source>
        <translation>概念</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Resolutions</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Variations</source>
        <translation>变体</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Buckets</source>
        <translation>分桶</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Latents</source>
        <translation>潜变量</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Space over time</source>
        <translation>空间变化</translation>
    </message>
    <message>
        <location filename="../../app/models/charts.py"/>
        <source>Builds</source>
        <translation>构建</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>in no concept of the config</source>
        <translation>不属于配置中的任何概念</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>smaller in pixels</source>
        <translation>像素更少</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>more compressed</source>
        <translation>压缩更多</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>without a caption</source>
        <translation>无标注</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>newer by its date</source>
        <translation>日期更晚</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>%1 is the better copy: %2.</source>
        <translation>%1 是更好的副本：%2。</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>%1 is the best copy. Compared with %2: %3.</source>
        <translation>%1 是最好的副本。与 %2 相比：%3。</translation>
    </message>
    <message>
        <location filename="../../app/models/copy_texts.py"/>
        <source>%1; but %2</source>
        <translation>%1；但%2</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Validation leak</source>
        <translation>验证泄漏</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Should not share</source>
        <translation>不应共用</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Look alike</source>
        <translation>相似</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>They may be copies of one picture.</source>
        <translation>它们可能是同一张图片的副本。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Same picture</source>
        <translation>相同的图片</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Same caption</source>
        <translation>相同的标注</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>No problem: equal captions share one cached file.</source>
        <translation>没有问题：相同的标注共用一个缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Same line</source>
        <translation>相同的行</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>No problem: the line is encoded once and copied for the others.</source>
        <translation>没有问题：该行只编码一次，其余的复制。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Training and validation use the same picture.</source>
        <translation>训练和验证使用了同一张图片。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>A validation picture looks like a picture that is trained.</source>
        <translation>一张验证图片与训练图片相似。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These captions all contain the line “%1”.</source>
        <translation>这些标注都含有“%1”这一行。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These pictures look alike once they are turned the same way.</source>
        <translation>这些图片转到同一方向后看起来相同。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These pictures look alike, though their files differ.</source>
        <translation>这些图片看起来相似，但文件不同。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These captions have the same text, byte for byte.</source>
        <translation>这些标注的文本逐字节相同。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>These pictures are the same file, byte for byte.</source>
        <translation>这些图片的文件逐字节相同。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln more are not listed here; an exported table lists all of them.</source>
        <translation><numerusform>另有 %Ln 个未在此列出；导出的表格会全部列出。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>They share %Ln cached files, which saves %1.</source>
        <translation><numerusform>它们共用 %Ln 个缓存文件，节省 %1。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>They should not share a cached file: %1.</source>
        <translation>它们不应共用缓存文件：%1。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Rebuild them to give each its own cached file.</source>
        <translation>重建它们，使每个都有自己的缓存文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Training uses every copy, so this picture counts %Ln times.</source>
        <translation><numerusform>训练会使用每个副本，因此该图片计 %Ln 次。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Neither copy is better.</source>
        <translation>没有哪个副本更好。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Show validation copy</source>
        <translation>显示验证副本</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Show %Ln worse copies</source>
        <translation><numerusform>显示 %Ln 个较差的副本</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln validation leaks</source>
        <translation><numerusform>%Ln 处验证泄漏</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups should not share</source>
        <translation><numerusform>%Ln 组不应共用</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups look alike</source>
        <translation><numerusform>%Ln 组相似</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln groups of duplicates</source>
        <translation><numerusform>%Ln 组重复内容</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>%1 saved by sharing</source>
        <translation>共用节省 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Training has seen %1 of %Ln validation pictures, so the validation loss looks better than it is.</source>
        <translation><numerusform>训练已见过 %Ln 张验证图片中的 %1 张，因此验证损失看起来比实际更好。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>Compared %Ln pictures, %1.</source>
        <translation><numerusform>已比较 %Ln 张图片，%1。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln are too plain to compare.</source>
        <translation><numerusform>%Ln 张过于单调，无法比较。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln cannot be read.</source>
        <translation><numerusform>%Ln 张无法读取。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Stopped before the end; the next run compares the rest.</source>
        <translation>在结束前停止；下次会比较其余部分。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln pictures added</source>
        <translation><numerusform>新增 %Ln 张图片</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln changed</source>
        <translation><numerusform>%Ln 张已更改</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/duplicates.py"/>
        <source>%Ln removed</source>
        <translation><numerusform>%Ln 张已移除</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Out of date: %1 since.</source>
        <translation>已过期：此后%1。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>First file</source>
        <translation>第一个文件</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Saved</source>
        <translation>节省</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Paths</source>
        <translation>路径</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Better</source>
        <translation>更好</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Worse</source>
        <translation>较差</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Rating</source>
        <translation>评价</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>How similar small versions of both pictures look.</source>
        <translation>两张图片的缩小版看起来有多相似。</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Turned</source>
        <translation>旋转</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Used for</source>
        <translation>用于</translation>
    </message>
    <message>
        <location filename="../../app/models/duplicates.py"/>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Made by</source>
        <translation>生成者</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Rate</source>
        <translation>采样率</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Cut at</source>
        <translation>截断于</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Section</source>
        <translation>小节</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Leaves</source>
        <translation>叶</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Remarks</source>
        <translation>备注</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>In index</source>
        <translation>在索引中</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Without a concept</source>
        <translation>不属于任何概念</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/entries_model.py"/>
        <source>%Ln more states</source>
        <translation><numerusform>另有 %Ln 种状态</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>now %1</source>
        <translation>现为 %1</translation>
    </message>
    <message>
        <location filename="../../app/models/entries_model.py"/>
        <source>was %1</source>
        <translation>原为 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>Before the first of %Ln entries in the journal the caches took %1; now they take %2.</source>
        <translation><numerusform>日志 %Ln 条记录中的第一条之前，缓存占用 %1；现在占用 %2。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>%Ln entries do not say how many bytes they changed, so the line does not move there.</source>
        <translation><numerusform>%Ln 条记录未说明更改了多少字节，因此曲线在该处不变。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/history_charts.py"/>
        <source>%1 more went without an entry.</source>
        <translation>另有 %1 在没有记录的情况下减少。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/history_charts.py"/>
        <source>%Ln older entries are not shown.</source>
        <translation><numerusform>未显示 %Ln 条更早的记录。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/history_charts.py"/>
        <source>A trainer keeps no journal: what it wrote counts from the start, and what is in quarantine does not count.</source>
        <translation>训练器不写日志：它写入的内容从一开始就计入，隔离区中的内容不计入。</translation>
    </message>
    <message>
        <location filename="../../app/models/history_charts.py"/>
        <source>%1 after it</source>
        <translation>之后为 %1</translation>
    </message>
    <message>
        <location filename="../../app/models/history_charts.py"/>
        <source>bytes not recorded</source>
        <translation>未记录字节数</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Unfinished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>A clean was interrupted; the next one finishes or undoes it.</source>
        <translation>清理被中断；下一次清理会完成或撤销它。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>A build was interrupted; the next one finishes it.</source>
        <translation>构建被中断；下一次构建会完成它。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>In quarantine</source>
        <translation>在隔离区</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Undo restores everything.</source>
        <translation>“撤销”可全部恢复。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Partly restored</source>
        <translation>部分恢复</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>An undo was interrupted; the next one finishes it.</source>
        <translation>撤销被中断；下一次撤销会完成它。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Restored</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>All files are back in their cache.</source>
        <translation>所有文件都已回到缓存。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>The files that a build replaced are back in their cache. The files that it made are kept here; Undo puts them back.</source>
        <translation>构建所替换的文件已回到缓存。它生成的文件保存在这里；“撤销”可放回去。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Partly emptied</source>
        <translation>部分清空</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Emptying was interrupted; the remaining files can still be restored or emptied.</source>
        <translation>清空被中断；剩余的文件仍可恢复或清空。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Its list is damaged; its files are still in the folder.</source>
        <translation>其清单已损坏；文件仍在文件夹中。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Changed since</source>
        <translation>之后被更改</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Some of its files were changed after they were moved here. Undo restores them as they are now.</source>
        <translation>其中一些文件移到这里之后又被更改。“撤销”会按它们现在的内容恢复。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Built</source>
        <translation>已构建</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Moved to quarantine</source>
        <translation>已移入隔离区</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Deleted for good</source>
        <translation>已永久删除</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Emptied for good</source>
        <translation>已永久清空</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>New dates stored</source>
        <translation>已记录新日期</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Relinked</source>
        <translation>已重新关联</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Paths updated</source>
        <translation>已更新路径</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Index repaired</source>
        <translation>已修复索引</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Settings assumed</source>
        <translation>已认定设置</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Import started</source>
        <translation>已开始导入</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Imported</source>
        <translation>已导入</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Compared with the model</source>
        <translation>已与模型比较</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Unreadable line</source>
        <translation>无法读取的行</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Restored to the cache</source>
        <translation>已恢复到缓存</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Undone %1</source>
        <translation>已于 %1 撤销</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Undo brought back what it had removed or replaced.</source>
        <translation>它删除或替换的内容已经恢复。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Emptied %1</source>
        <translation>已于 %1 清空</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Its files were deleted for good; they cannot be restored.</source>
        <translation>其文件已被永久删除，无法恢复。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Done again %1</source>
        <translation>已于 %1 重做</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>The build that it had undone was put back in place.</source>
        <translation>被它撤销的构建已重新生效。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It only added files. Clean finds those that are no longer needed.</source>
        <translation>它只添加了文件。“清理”会找出不再需要的文件。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Its files are no longer in quarantine.</source>
        <translation>其文件已不在隔离区。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Deleted files cannot be restored.</source>
        <translation>已删除的文件无法恢复。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It is an undo itself. Clean offers the same files again.</source>
        <translation>它本身就是一次撤销。“清理”会再次列出这些文件。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Emptied files cannot be restored.</source>
        <translation>已清空的文件无法恢复。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Only dates in the index were changed.</source>
        <translation>只更改了索引中的日期。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It only linked files. Clean finds those that are no longer needed.</source>
        <translation>它只关联了文件。“清理”会找出不再需要的文件。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Only paths in the index were changed. Find moved folder… changes them again.</source>
        <translation>只更改了索引中的路径。可用“查找移动过的文件夹…”再次更改。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>The damaged index is no longer kept.</source>
        <translation>损坏的索引已不再保留。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Only settings were recorded.</source>
        <translation>只记录了设置。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It only added files. Importing again goes on from there.</source>
        <translation>它只添加了文件。再次导入会从该处继续。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>It changed nothing.</source>
        <translation>它没有更改任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>This line of the journal is damaged.</source>
        <translation>日志的这一行已损坏。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%Ln caches</source>
        <translation><numerusform>%Ln 个缓存</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>Files of %Ln more folders were changed since.</source>
        <translation><numerusform>另有 %Ln 个文件夹中的文件之后被更改。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Written by a newer version of Larder.</source>
        <translation>由更新版本的 Larder 写入。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%1, in %Ln parts</source>
        <translation><numerusform>%1，分 %Ln 次</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Can be undone</source>
        <translation>可以撤销</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Cannot be undone</source>
        <translation>无法撤销</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Damaged index</source>
        <translation>损坏的索引</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Replaced by a build</source>
        <translation>被构建替换</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Journal: the newest %1 of %2 records</source>
        <translation>日志：最新 %1 条，共 %2 条</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>The quarantine is empty. Files that a clean or a build removes are kept here.</source>
        <translation>隔离区是空的。清理或构建移除的文件会保存在这里。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>%Ln files are in quarantine. Only emptying it frees their space, %1.</source>
        <translation><numerusform>隔离区有 %Ln 个文件。清空后才会释放所占用的 %1 空间。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>OneTrainer&apos;s &quot;Clear cache&quot; also removes this.</source>
        <translation>OneTrainer 的“Clear cache”也会移除它。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/journal.py"/>
        <source>Delete %Ln files for good and free %1?</source>
        <translation><numerusform>永久删除 %Ln 个文件并释放 %1？</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <location filename="../../app/models/journal.py"/>
        <source>Reasons</source>
        <translation>原因</translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>mean %1, sigma %2</source>
        <translation>均值 %1，标准差 %2</translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>Every cached picture has to be read once for this. Nothing is changed.</source>
        <translation>为此需要读取每张缓存图片一次。不会更改任何内容。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln latents, usually with mean %1 and sigma %2.</source>
        <translation><numerusform>%Ln 个潜变量，通常均值为 %1，标准差为 %2。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln are far from the others: more than %1 times as far as usual.</source>
        <translation><numerusform>%Ln 个远离其他：超过通常距离的 %1 倍。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>None is far from the others.</source>
        <translation>没有远离其他的。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/latent_charts.py"/>
        <source>%Ln cached files cannot be read and are not shown.</source>
        <translation><numerusform>%Ln 个缓存文件无法读取，未显示。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>Mean: %1</source>
        <translation>均值：%1</translation>
    </message>
    <message>
        <location filename="../../app/models/latent_charts.py"/>
        <source>Sigma: %1</source>
        <translation>标准差：%1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln of %1 look less like their picture than %2.</source>
        <translation><numerusform>%1 个中有 %Ln 个与其图片的相似度低于 %2。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>None of %Ln looks less like its picture than %1.</source>
        <translation><numerusform>%Ln 个中没有与其图片的相似度低于 %1 的。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/likeness_charts.py"/>
        <source>A low likeness is no proof that a cached file is wrong.</source>
        <translation>相似度低并不能证明缓存文件有误。</translation>
    </message>
    <message>
        <location filename="../../app/models/likeness_charts.py"/>
        <source>Every cached picture and its source have to be read once for this. Nothing is changed.</source>
        <translation>为此需要读取每张缓存图片及其源文件一次。不会更改任何内容。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln have no source that can be read.</source>
        <translation><numerusform>%Ln 个没有可读取的源文件。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln come from encoders whose latents cannot be shown as pictures.</source>
        <translation><numerusform>%Ln 个的编码器生成的潜变量无法显示为图片。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/likeness_charts.py"/>
        <source>%Ln cannot be read, or are of one colour.</source>
        <translation><numerusform>%Ln 个无法读取，或只有一种颜色。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Added</source>
        <translation>已添加</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Renamed</source>
        <translation>已重命名</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Moved</source>
        <translation>已移动</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Mask changed</source>
        <translation>蒙版已更改</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Not cached yet</source>
        <translation>尚未缓存</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>Not used any more</source>
        <translation>不再使用</translation>
    </message>
    <message>
        <location filename="../../app/models/listed_files.py"/>
        <source>From or to</source>
        <translation>来源或去向</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Unlike all others</source>
        <translation>与其他都不同</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Near copy</source>
        <translation>近似副本</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Mirrored copy</source>
        <translation>镜像副本</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Caption length</source>
        <translation>标注长度</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>No other cached file is like its own.</source>
        <translation>没有其他缓存文件与它的相似。</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Its cached file is nearly the same as that of %1.</source>
        <translation>它的缓存文件与 %1 的几乎相同。</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Its cached file is nearly the mirror image of that of %1.</source>
        <translation>它的缓存文件几乎是 %1 的镜像。</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Not in the survey</source>
        <translation>不在扫描结果中</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>No caption</source>
        <translation>无标注</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>%1 bytes or more</source>
        <translation>%1 字节或更多</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>Under %1 bytes</source>
        <translation>少于 %1 字节</translation>
    </message>
    <message>
        <location filename="../../app/models/map_points.py"/>
        <source>0 is the same picture, 1 the usual distance of two pictures.</source>
        <translation>0 表示同一图片，1 表示两张图片的通常距离。</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Stops training.</source>
        <translation>会中断训练。</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Trained wrong.</source>
        <translation>会被错误地训练。</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Not trained.</source>
        <translation>不会被训练。</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Good to know.</source>
        <translation>供参考。</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Open the group to see all of them.</source>
        <translation>展开该组查看全部。</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Items that failed in the last job.</source>
        <translation>上一个任务中失败的项目。</translation>
    </message>
    <message>
        <location filename="../../app/models/problem_texts.py"/>
        <source>Run the job again.</source>
        <translation>请再次运行该任务。</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>What to do</source>
        <translation>处理方法</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <location filename="../../app/models/problems_model.py"/>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>no resolution</source>
        <translation>无分辨率</translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>Variation %1</source>
        <translation>变体 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln smaller files</source>
        <translation><numerusform>%Ln 个较小的文件</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>Most space: %1, %2 of %3.</source>
        <translation>占用最多：%1，%3 中的 %2。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln files that are no longer needed take %1.</source>
        <translation><numerusform>%Ln 个不再需要的文件占 %1。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>Files that several pictures or captions share count once, for the first concept; counted each time, they would add %1.</source>
        <translation>多张图片或多条标注共用的文件只计一次，算在第一个概念上；若每个都计，会多出 %1。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>%Ln files, %1; the largest is %2 with %3.</source>
        <translation><numerusform>%Ln 个文件，%1；最大的是 %2，%3。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>Most of it, %1, was written %2 ago.</source>
        <translation>大部分（%1）写于 %2前。</translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>%1 in total; %2 takes %3, %4.</source>
        <translation>共 %1；%2 占 %3，%4。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>more than %Ln days</source>
        <translation><numerusform>超过 %Ln 天</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/models/space_charts.py"/>
        <source>less than %Ln days</source>
        <translation><numerusform>不到 %Ln 天</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/models/space_charts.py"/>
        <source>%1 to %2 days</source>
        <translation>%1 至 %2 天</translation>
    </message>
    <message>
        <location filename="../../app/models/survey_pages.py"/>
        <source>found caches</source>
        <translation>找到的缓存</translation>
    </message>
    <message>
        <location filename="../../app/models/survey_pages.py"/>
        <source>found cache</source>
        <translation>找到的缓存</translation>
    </message>
    <message>
        <location filename="../../app/models/tables.py"/>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <location filename="../../app/notices.py"/>
        <source>Error in Larder: %1</source>
        <translation>Larder 出错：%1</translation>
    </message>
    <message>
        <location filename="../../app/notices.py"/>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <location filename="../../app/notices.py"/>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <location filename="../../app/notices.py"/>
        <source>Details of the message</source>
        <translation>消息详情</translation>
    </message>
    <message>
        <location filename="../../app/pictures/picture_files.py"/>
        <source>Vector graphics are not shown.</source>
        <translation>不显示矢量图。</translation>
    </message>
    <message>
        <location filename="../../app/pictures/picture_files.py"/>
        <source>%1 × %2 pixels are too many to show.</source>
        <translation>%1 × %2 像素过多，无法显示。</translation>
    </message>
    <message>
        <location filename="../../app/pictures/picture_files.py"/>
        <source>The file does not exist.</source>
        <translation>文件不存在。</translation>
    </message>
    <message>
        <location filename="../../app/pictures/thumbnails.py"/>
        <source>This file has no thumbnail.</source>
        <translation>此文件没有缩略图。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/plots/bar_plot.py"/>
        <source>Room for the names of %Ln; point at a bar for its name</source>
        <translation><numerusform>只能显示 %Ln 个名称；指向条形可查看其名称</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/plots/plot_place.py"/>
        <source>The plot is being loaded…</source>
        <translation>正在加载图表…</translation>
    </message>
    <message>
        <location filename="../../app/plots/plot_place.py"/>
        <source>This plot cannot be shown.</source>
        <translation>无法显示此图表。</translation>
    </message>
    <message>
        <location filename="../../app/plots/plot_place.py"/>
        <source>The table has all of its figures. Plots need pyqtgraph: %1</source>
        <translation>表格中有全部数值。图表需要 pyqtgraph：%1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Unfinished files</source>
        <translation>未完成的文件</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Interrupted writes left these files; nothing reads them.</source>
        <translation>中断的写入留下的；没有程序读取它们。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Replaced</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They were replaced by a newer cached file of the same picture or caption.</source>
        <translation>它们已被同一图片或标注的更新缓存文件取代。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>File deleted</source>
        <translation>文件已删除</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>The files they were made from were deleted; their entries are removed too.</source>
        <translation>生成它们的文件已删除；其条目也会移除。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Not in the index</source>
        <translation>不在索引中</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>The index does not list them, and none of your files has their content.</source>
        <translation>索引中没有列出，你的文件也都与其内容不符。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They cannot be read; the trainer encodes them again.</source>
        <translation>它们无法读取；训练器会重新编码。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Out of date</source>
        <translation>已过期</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They provably do not fit their picture or the config; the trainer encodes them again.</source>
        <translation>它们确实与其图片或配置不符；训练器会重新编码它们。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Perhaps out of date</source>
        <translation>可能已过期</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Their picture or caption is newer, and nothing else is known.</source>
        <translation>它们的图片或标注更新，其他情况未知。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Not used by this config</source>
        <translation>此配置未使用</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>This config does not ask for them; another one may.</source>
        <translation>此配置不需要它们；其他配置可能需要。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Whole groups</source>
        <translation>整组</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Groups in the cache folders of a released OneTrainer; each is kept or removed as a whole.</source>
        <translation>正式版 OneTrainer 缓存文件夹中的组；每组整体保留或移除。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Leftovers</source>
        <translation>残留</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Variations that were never finished or that no epoch uses, files past the end of their list, and folders of releases before 2024.</source>
        <translation>从未完成或没有轮次使用的变体、超出列表末尾的文件，以及 2024 年之前版本的文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Not used recently</source>
        <translation>长期未用</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They are good, but have not been used for the time you chose.</source>
        <translation>它们没有问题，但在所选时间内没有被使用。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Over the budget</source>
        <translation>超出配额</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They are good, but are the least recently used and exceed your budget.</source>
        <translation>它们没有问题，但最久未用且超出配额。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>Whole cache</source>
        <translation>整个缓存</translation>
    </message>
    <message>
        <location filename="../../app/presentation/clean_reasons.py"/>
        <source>They are good, but the whole cache is to be cleared.</source>
        <translation>它们是好的，但整个缓存将被清空。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>added</source>
        <translation>添加</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>captions</source>
        <translation>标注</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>edited</source>
        <translation>编辑</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>image</source>
        <translation>图片</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln cached files</source>
        <translation><numerusform>%Ln 个缓存文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln damaged indexes</source>
        <translation><numerusform>%Ln 个损坏的索引</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln entries</source>
        <translation><numerusform>%Ln 个条目</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln new dates</source>
        <translation><numerusform>%Ln 个新日期</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln other files</source>
        <translation><numerusform>另外 %Ln 个文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln parts</source>
        <translation><numerusform>%Ln 个部分</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln pictures and captions</source>
        <translation><numerusform>%Ln 个图片和标注</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln problems</source>
        <translation><numerusform>%Ln 个问题</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln samples</source>
        <translation><numerusform>%Ln 个样本</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln sources</source>
        <translation><numerusform>%Ln 个源文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln source files</source>
        <translation><numerusform>%Ln 个源文件</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln tokens</source>
        <translation><numerusform>%Ln 个词元</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln values</source>
        <translation><numerusform>%Ln 个值</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/core_sentences.py"/>
        <source>%Ln</source>
        <translation><numerusform>%Ln</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>&lt;1 %</source>
        <translation>&lt;1%</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>&gt;99 %</source>
        <translation>&gt;99%</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>under 1 s</source>
        <translation>不到 1 秒</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln s</source>
        <translation><numerusform>%Ln 秒</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln min</source>
        <translation><numerusform>%Ln 分钟</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln h</source>
        <translation><numerusform>%Ln 小时</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln days</source>
        <translation><numerusform>%Ln 天</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/figures.py"/>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln minutes ago</source>
        <translation><numerusform>%Ln 分钟前</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln hours ago</source>
        <translation><numerusform>%Ln 小时前</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/figures.py"/>
        <source>%Ln days ago</source>
        <translation><numerusform>%Ln 天前</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>cached file</source>
        <translation>缓存文件</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>mask, or conditioning image</source>
        <translation>蒙版或条件图像</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>no longer needed</source>
        <translation>不再需要</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>replaced by a newer one</source>
        <translation>已被更新的取代</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>not in the index</source>
        <translation>不在索引中</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>needs rebuilding</source>
        <translation>需要重建</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>date changed only</source>
        <translation>仅日期变化</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>exported cache</source>
        <translation>导出的缓存</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>date and size, or caption, by which something is recognised</source>
        <translation>用于识别的日期和大小，或标注</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>blank stand-in</source>
        <translation>空白占位</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>out of reach</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>What you open in Larder: a OneTrainer config with everything it names, or a folder that holds caches.</source>
        <translation>你在 Larder 中打开的内容：OneTrainer 配置及其涉及的一切，或含有缓存的文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>A folder of pictures with its settings, as on OneTrainer&apos;s Concepts tab.</source>
        <translation>一个图片文件夹及其设置，即 OneTrainer“concepts”标签页上的概念。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Source file</source>
        <translation>源文件</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>One of your own files (a picture, a caption, a sound), which Larder reads and never changes, moves or deletes.</source>
        <translation>你自己的文件（图片、标注、声音），Larder 只读取，绝不更改、移动或删除。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Caption</source>
        <translation>标注</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The text that goes with a picture: in a text file beside it, in a prompt file of the concept, or its file name.</source>
        <translation>与图片配套的文本：在旁边的文本文件中、概念的提示词文件中，或就是文件名。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Mask</source>
        <translation>蒙版</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>A black-and-white picture beside a picture that says which parts of it are trained.</source>
        <translation>图片旁边的黑白图，指明训练图片的哪些部分。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>A folder of cached files of one kind: one for pictures, one for captions, and so on.</source>
        <translation>存放同一类缓存文件的文件夹：图片一个，标注一个，等等。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>What the model&apos;s encoder made from a picture or a caption, saved so that training does not have to make it again.</source>
        <translation>模型的编码器由图片或标注生成并保存的内容，这样训练时不必重新生成。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>One of several cached files of the same picture or caption, for example another crop or another line of the caption; training takes turns between them.</source>
        <translation>同一图片或标注的多个缓存文件之一，例如另一种裁剪或标注的另一行；训练会轮流使用它们。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>One picture or caption in a cache, together with all cached files made from it.</source>
        <translation>缓存中的一张图片或一条标注，以及由它生成的所有缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Index</source>
        <translation>索引</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The list inside a cache (cache.json) that says which cached files were made from which of your files.</source>
        <translation>缓存中的清单（cache.json），说明哪些缓存文件由你的哪些文件生成。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>A check of all your files and caches that finds the state of each and changes nothing.</source>
        <translation>检查你的所有文件和缓存并得出各自的状态，不更改任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Up to date</source>
        <translation>最新</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Made from the file as it is now, with the settings of this config.</source>
        <translation>由文件的当前内容、按此配置的设置生成。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>This config needs a cached file of it, and there is none yet.</source>
        <translation>此配置需要它的缓存文件，但还没有。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Needs rebuilding</source>
        <translation>需要重建</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>There is a cached file, but it no longer fits the file it was made from or the settings of this config.</source>
        <translation>有缓存文件，但它与生成它的文件或此配置的设置已不相符。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The content of the file changed after it was cached.</source>
        <translation>缓存之后文件内容发生了变化。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The mask or conditioning image of a picture was edited, added or removed after the picture was cached.</source>
        <translation>图片缓存之后，其蒙版或条件图像被编辑、添加或移除。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Settings changed</source>
        <translation>设置已更改</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The cached file was made with other settings, or with another model, than this config asks for.</source>
        <translation>缓存文件是用与此配置不同的设置或模型生成的。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Date changed only</source>
        <translation>仅日期变化</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The file has a new date and the same content, so its cached files are still good.</source>
        <translation>文件日期变了而内容相同，因此其缓存文件仍然有效。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The file has a new name or folder and the same content, so its cached files can be relinked instead of being made again.</source>
        <translation>文件的名称或文件夹变了而内容相同，因此可以重新关联其缓存文件，不必重新生成。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The file no longer exists, but its folder does.</source>
        <translation>文件已不存在，但其文件夹还在。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Out of reach</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The folder or drive of a file cannot be found at the moment; everything made from the file is kept.</source>
        <translation>目前找不到文件所在的文件夹或驱动器；由它生成的一切都会保留。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The cached file cannot be read.</source>
        <translation>缓存文件无法读取。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>No longer needed</source>
        <translation>不再需要</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Neither your files nor the settings of this config use it any more; it only takes up space.</source>
        <translation>你的文件和此配置的设置都不再使用它；它只占空间。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>Quarantine</source>
        <translation>隔离区</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>The folder inside a cache where Clean puts what it removes, until you undo that or empty the quarantine.</source>
        <translation>缓存中的文件夹，清理移走的内容放在这里，直到你撤销或清空隔离区。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/glossary.py"/>
        <source>How much of the disk files take up, which can be more or less than the sum of their sizes.</source>
        <translation>文件实际占用的磁盘空间，可能大于或小于其大小之和。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Start</source>
        <translation>起始</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Open a OneTrainer config or a folder with caches, or drop one on the window.</source>
        <translation>打开 OneTrainer 配置或含有缓存的文件夹，或拖到窗口上。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Try everything in the small sample workspace first. Opening a workspace changes nothing; Larder asks before it writes anything.</source>
        <translation>可先在小型示例工作区中试用一切。打开工作区不会更改任何内容；写入之前 Larder 会先询问。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Coverage</source>
        <translation>覆盖情况</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The cards at the top show what to do next, the most useful first; each has a button that does it. The numbers are the same as on the other pages and in the dialogs.</source>
        <translation>顶部的卡片显示接下来做什么，最有用的在前；每张都有相应的按钮。数字与其他页面和对话框中的一致。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The table has one line for each concept and cache: how much of it is cached, needs rebuilding, or is not cached yet. Double-click a line to see its pictures or captions.</source>
        <translation>表格中每个概念和缓存占一行：已缓存、需要重建或尚未缓存的数量。双击一行可查看其图片或标注。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Every picture and caption with its state and the reason for it. Select one to see it in the inspector; press Space to see it large.</source>
        <translation>每张图片和每条标注及其状态和原因。选择一项可在检查器中查看；按空格放大显示。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The filter above the table finds names and states: “state:edited”, “kind:text”, “size:&gt;10MB”. Right-click selected rows to see what you can do with them.</source>
        <translation>表格上方的筛选可查找名称和状态：“state:edited”、“kind:text”、“size:&gt;10MB”。右键单击所选行可查看能执行的操作。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Everything that needs attention. Each line is one remedy with the number of files, their size and the time it takes. Expand a line to see its files.</source>
        <translation>所有需要处理的内容。每行是一种处理方法，含文件数、大小和所需时间。展开可查看其中的文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The button below the table does what the selected lines need. You see a preview first.</source>
        <translation>表格下方的按钮执行所选行需要的操作。会先显示预览。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>What training would get wrong</source>
        <translation>训练会出什么错</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The problems by their effect on training: what stops it, and what it would learn wrong without a warning. Dates and settings reveal some of them. NaN, zeros, damage, other models and other captions are found only when every cached file is read.</source>
        <translation>按对训练的影响列出的问题：哪些会使训练中断，哪些会在没有任何警告的情况下被学错。其中一些从日期和设置就能看出。NaN、零、损坏、其他模型和其他标注，只有读取所有缓存文件才能发现。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Reading changes nothing, can be stopped at any time, and continues where it stopped: files that have not changed are not read again.</source>
        <translation>读取不会更改任何内容，随时可以停止，并会从停下的地方继续：没有变化的文件不会再读。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>What Larder did to these caches, the latest first: one line for each build, clean, import and undo. A build that was stopped and resumed is one line, too; select it to see its parts.</source>
        <translation>Larder 对这些缓存做过的操作，最新的在前：每次构建、清理、导入和撤销各占一行。停止后继续的构建也只占一行；选中即可查看各部分。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The last column says whether an action can be undone, or what undid it and when. Undo restores what a clean, a build or a repair removed, until the quarantine is emptied.</source>
        <translation>最后一列说明操作能否撤销，或何时被撤销。在清空隔离区之前，“撤销”可以恢复清理、构建或修复所移除的内容。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Pictures and captions with the same content share their cached files, which saves time and space. Training pictures that validation also uses come first, then groups that should not share, for example because their masks differ.</source>
        <translation>内容相同的图片和标注共享缓存文件，可节省时间和空间。最前面是同时用于验证的训练图片，其次是不应共享的组，例如蒙版不同的组。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>“Find similar pictures” also finds copies that were resized, compressed again, mirrored or rotated, and remembers what it found. For each group, the page says which copy is better and why. The loupe shows the same spot of two copies pixel by pixel.</source>
        <translation>“查找相似图片”还能找出缩放、重新压缩、镜像或旋转过的副本，并记住结果。页面会说明每组中哪个副本更好及原因。放大镜逐像素显示两个副本的同一位置。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>This page only lists. It never deletes a picture or a caption.</source>
        <translation>此页只作列举，绝不删除图片或标注。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Where the space goes, how the sizes of pictures are spread, and how old cached files are. Each chart can be saved as a picture and as a table.</source>
        <translation>空间用在哪里、图片尺寸如何分布、缓存文件有多旧。每个图表都可存为图片和表格。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Every picture is a point, near those that look alike. Positions are calculated from what is cached already; nothing is encoded, and nothing is written into the cache.</source>
        <translation>每张图片是一个点，靠近相似的图片。位置由已缓存的内容计算；不编码任何内容，也不写入缓存。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Rings mark pictures that are nearly the same as another, or unlike all others. Click a point to see its row and its neighbours. Where at most 200 points are in sight, they are small pictures: turn the mouse wheel to come near.</source>
        <translation>圆环标出与另一张几乎相同的图片，或与其他都不同的图片。点击一个点可查看其所在行及相邻图片。当可见的点不超过 200 个时，会显示为小图片：滚动鼠标滚轮可放大。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Details of the selected row: the source file beside its cached file, the reason for its state, the settings it was made with, and the values in the cached file. Details such as content hashes are at the end of the list.</source>
        <translation>所选行的详细信息：源文件及其缓存文件、状态的原因、生成时的设置，以及缓存文件中的数值。内容哈希等细节在列表末尾。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Builds what is not cached yet or needs rebuilding, so that the trainer starts at once. The preview shows the number of files, their size and about how long the build takes.</source>
        <translation>构建尚未缓存或需要重建的内容，使训练器可立即启动。预览会显示文件数、大小和大致时间。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>You can pause or stop at any time: finished files are kept, and the next build continues from there.</source>
        <translation>可随时暂停或停止：已完成的文件会保留，下次构建从那里继续。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Removes cached files that are no longer needed. You see each of them first; untick what you want to keep. Your pictures and captions are never changed.</source>
        <translation>移除不再需要的缓存文件。事先可逐个查看；取消勾选要保留的。绝不更改你的图片和标注。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Files go into a quarantine inside the cache, and Undo restores them. Only “Delete now” frees the space at once.</source>
        <translation>文件进入缓存中的隔离区，“撤销”可恢复。只有“立即删除”会马上释放空间。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Frees space in caches that record when a file was used: removes files that were not used for a long time, or the least recently used above a size limit. OneTrainer&apos;s own caches do not record use, so they are not pruned.</source>
        <translation>为记录使用时间的缓存腾出空间：移除长期未用的文件，或超出大小上限的最久未用文件。OneTrainer 自己的缓存不记录使用，因此不精简。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Empties a whole cache. Its files go into quarantine first, and Undo restores them.</source>
        <translation>清空整个缓存。其文件先进入隔离区，“撤销”可恢复。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Shows what other settings would invalidate, before you change them: how many pictures and captions would have to be encoded again, how large they are and how long that takes. Neither the config nor a cache is changed.</source>
        <translation>在更改之前显示其他设置会使哪些缓存失效：需重新编码多少图片和标注、大小以及时间。不更改配置，也不更改缓存。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Compares each cached file with its picture and lists the least similar pairs first. Files that were mixed up are at the top. The list is only a ranking; look at the pictures before you rebuild.</source>
        <translation>比较每个缓存文件与其图片，最不相似的排在前面。弄混的文件会排在最前。列表只是排序；重建之前请先查看图片。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Train without pictures</source>
        <translation>不带图片训练</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Checks whether you can train from the cache alone, on another computer or after pictures and captions were deleted. If not, it lists what is missing.</source>
        <translation>检查能否仅凭缓存训练：在另一台电脑上，或在图片和标注删除之后。如果不能，会列出缺少的内容。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Export cache</source>
        <translation>导出缓存</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Copies what training needs into a folder that OneTrainer can use as its cache folder, or into one file. Paths become relative, and captions are left out unless you include them. Everything is checked first, and each problem has a button that fixes it. A stopped export continues where it stopped.</source>
        <translation>把训练所需的内容复制到 OneTrainer 可用作缓存文件夹的文件夹，或单个文件。路径会变为相对路径；除非你选择包含，否则不含标注。导出前会全面检查，每个问题都有可以修正它的按钮。停止的导出会从停下的地方继续。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Import cache</source>
        <translation>导入缓存</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Checks every file of an exported cache and copies it into the cache folder of a config on this computer. Existing files are never overwritten. Drop an exported cache on the window to begin.</source>
        <translation>检查导出缓存的每个文件，并复制到本机某配置的缓存文件夹。绝不会覆盖已有文件。把导出的缓存拖到窗口上即可开始。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Makes a cache from your own files: pixels for image processors, sound features, waveforms, or text tokens.</source>
        <translation>用你自己的文件制作缓存：供图像处理器使用的像素、声音特征、波形或文本词元。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Checks more closely than the survey at opening. Like a trainer, it opens every picture, caption, mask and cached file, and finds what would stop or spoil training: damage, captions that are not UTF-8, empty masks. Files that have not changed are not opened again. Caches and sources are not changed.</source>
        <translation>比打开时的扫描更仔细。像训练器一样打开每张图片、每个标注、蒙版和缓存文件，找出会中断或破坏训练的问题：损坏、不是 UTF-8 的标注、空蒙版。没有变化的文件不会再打开。不更改缓存和源文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>For a folder that was moved or renamed, or whose drive has another letter. Larder searches nearby folders and compares up to 50 files with the cache, by size and content.</source>
        <translation>用于移动或重命名过的文件夹，或盘符改变的驱动器。Larder 会查找附近的文件夹，并最多取 50 个文件，按大小和内容与缓存比较。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>“Update paths” gives all entries the new path in one step, which Undo reverses; nothing has to be cached again. The config has to name the new folder, too: change it in OneTrainer.</source>
        <translation>“更新路径”一步为所有条目设置新路径，可用“撤销”撤回；无需重新缓存。配置也必须指向新文件夹：请在 OneTrainer 中更改。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>“Only remember the new folder” does not change the caches; Larder remembers where to look.</source>
        <translation>“仅记住新文件夹”不更改缓存；Larder 会记住在哪里查找。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>The numbered folders of a released OneTrainer store no picture paths, only the concept&apos;s folder. Once the concept names the new folder, Build moves the cached files without encoding them again.</source>
        <translation>正式版 OneTrainer 的编号文件夹不保存图片路径，只保存概念的文件夹。概念指向新文件夹后，“构建”会移动缓存文件而不重新编码。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Type a few letters of a command, a page, a workspace you opened before, or a word, and press Enter. Each command shows its keys, or why it cannot be used at the moment.</source>
        <translation>输入命令、页面、打开过的工作区或词语的几个字，然后按回车。每个命令会显示快捷键，或目前不能使用的原因。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>F1 explains the current state, page or dialog. Search covers the whole help. Nothing is downloaded.</source>
        <translation>F1 解释当前的状态、页面或对话框。搜索覆盖整个帮助。不会下载任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Appearance: language, colours and units. Cleaning: how old a file must be before Clean ticks it. Space: how much caches of your own files may take. Privacy: hidden names and the list of recent workspaces. Moved folders: where they are now.</source>
        <translation>外观：语言、颜色和单位。清理：文件多旧才会被“清理”勾选。空间：你自己文件的缓存可占用多少。隐私：隐藏名称和最近使用的工作区列表。移动过的文件夹：它们现在的位置。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Each setting says what it changes. Nothing changes until you click OK.</source>
        <translation>每项设置都说明了它更改的内容。点击“确定”之前不会有任何更改。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Pages and dialogs</source>
        <translation>页面和对话框</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>States of pictures and captions</source>
        <translation>图片和标注的状态</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>States of cached files</source>
        <translation>缓存文件的状态</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>What you can do</source>
        <translation>可以做什么</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>With cache.json: %1</source>
        <translation>使用 cache.json 时：%1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>With the cache of released OneTrainer: %1</source>
        <translation>使用 OneTrainer 正式版的缓存时：%1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>What to do depends on the cache; the row itself says which of these applies:</source>
        <translation>如何处理取决于缓存；该行会说明适用哪一条：</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>There is nothing to do.</source>
        <translation>无需处理。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>There is nothing to do with this config.</source>
        <translation>使用此配置时无需处理。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/help_topics.py"/>
        <source>You see a preview before anything is changed. Pictures and captions are never changed, moved or deleted.</source>
        <translation>更改之前会先显示预览。绝不更改、移动或删除图片和标注。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Rebuild these…</source>
        <translation>重建这些…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Clean…</source>
        <translation>清理…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Store new dates…</source>
        <translation>记录新日期…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Relink cached files…</source>
        <translation>重新关联缓存文件…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Find moved folder…</source>
        <translation>查找移动过的文件夹…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Rebuild</source>
        <translation>重建</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Builds what is missing and rebuilds what no longer fits.</source>
        <translation>构建缺少的，并重建不再相符的。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Cache again</source>
        <translation>再次缓存</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Caches the folders of these files again.</source>
        <translation>重新缓存这些文件所在的文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Moves files that are no longer needed into quarantine; Undo restores them.</source>
        <translation>把不再需要的文件移入隔离区；“撤销”可恢复。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Stores the new dates, so that these files are not read again.</source>
        <translation>记录日期，以免再次读取这些文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Links existing cached files to the renamed files with the same content; nothing is encoded.</source>
        <translation>把现有缓存文件关联到内容相同的已重命名文件；无需编码。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Undo or empty</source>
        <translation>撤销或清空</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>The Journal lists what is in quarantine: Undo restores it, Empty frees its space.</source>
        <translation>日志列出隔离区中的内容：“撤销”可恢复，“清空”可释放空间。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Find the moved folder</source>
        <translation>查找移动过的文件夹</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Finds the new place of their folder and updates the paths.</source>
        <translation>查找其文件夹的新位置，并更新路径。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Copies the readable entries into a new index and keeps the damaged file.</source>
        <translation>把可读取的条目复制到新索引，并保留损坏的文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Needs your attention</source>
        <translation>需要你查看</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Each row says what you can do.</source>
        <translation>每行都说明可以怎么做。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Rebuild %Ln…</source>
        <translation><numerusform>重建 %Ln 个…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Cache %Ln again…</source>
        <translation><numerusform>再次缓存 %Ln 个…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Clean %Ln…</source>
        <translation><numerusform>清理 %Ln 个…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Store %Ln new dates…</source>
        <translation><numerusform>记录 %Ln 个新日期…</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Relink %Ln…</source>
        <translation><numerusform>重新关联 %Ln 个…</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Not every resolution that the config may use is cached.</source>
        <translation>配置可能用到的分辨率没有全部缓存。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>The resolution could not be checked.</source>
        <translation>无法检查分辨率。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Whether the caption still matches could not be checked.</source>
        <translation>无法检查标注是否仍然相符。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Its cached file was relinked after the file was renamed.</source>
        <translation>重命名后已重新关联其缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>It shares its cached file with others that have the same content.</source>
        <translation>与其他内容相同的文件共用缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>It shares a cached file, but needs one of its own.</source>
        <translation>它共用了缓存文件，但需要自己的。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Move or rebuild</source>
        <translation>移动或重建</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Moves cached files that are in the wrong position, and builds what is missing or no longer fits.</source>
        <translation>移动位置不对的缓存文件，并构建缺少或不再相符的。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Move or rebuild %Ln…</source>
        <translation><numerusform>移动或重建 %Ln 个…</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>For you to decide</source>
        <translation>由你决定</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Clean lists these unticked; they are kept unless you tick them.</source>
        <translation>“清理”会列出它们但不勾选；除非你勾选，否则保留。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/presentation/looks.py"/>
        <source>Review %Ln…</source>
        <translation><numerusform>查看 %Ln 项…</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Captions</source>
        <translation>标注</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Sound features</source>
        <translation>声音特征</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Waveforms</source>
        <translation>波形</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Parameter trees</source>
        <translation>参数树</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Pictures and captions</source>
        <translation>图片和标注</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>The folder cannot be reached at the moment; everything is kept.</source>
        <translation>文件夹目前无法访问；一切都会保留。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Some cached files no longer fit their source or the settings.</source>
        <translation>部分缓存文件与其源文件或设置已不相符。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Some cached files are missing.</source>
        <translation>缺少部分缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Nothing is cached yet.</source>
        <translation>尚未缓存任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Other layout</source>
        <translation>其他布局</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>This cache is in the layout of another OneTrainer version; this workspace uses the cache beside it. “Clear cache…” removes it.</source>
        <translation>此缓存采用另一 OneTrainer 版本的布局；此工作区使用旁边的缓存。“清空缓存…”可移除它。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Not used here</source>
        <translation>此处不用</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>This config needs none of these files; another config may.</source>
        <translation>此配置不需要这些文件；其他配置可能需要。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Layout: %1</source>
        <translation>布局：%1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/looks.py"/>
        <source>Also present: %1</source>
        <translation>另有：%1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 samples</source>
        <translation>%1 个采样</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 bands × %2 frames</source>
        <translation>%1 频带 × %2 帧</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 parts</source>
        <translation>%1 个部分</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>patches in order</source>
        <translation>按顺序的图块</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>contrast stretched</source>
        <translation>对比度已拉伸</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>mirrored</source>
        <translation>已镜像</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>similarity %1</source>
        <translation>相似度 %1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>no picture to compare it with</source>
        <translation>没有可比较的图片</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>the whole picture is trained</source>
        <translation>整张图片都参与训练</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>Learning what this encoder&apos;s latents look like…</source>
        <translation>正在学习此编码器的潜变量外观…</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>No preview: at least 4 cached pictures of this encoder are needed.</source>
        <translation>没有预览：至少需要此编码器的 4 张已缓存图片。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>No preview for this encoder: its latents do not look like pictures.</source>
        <translation>此编码器没有预览：其潜变量看起来不像图片。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>one line</source>
        <translation>一行</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 cached files</source>
        <translation>%1 个缓存文件</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>one cached file</source>
        <translation>一个缓存文件</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>which line was used is not recorded</source>
        <translation>没有记录使用了哪一行</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 made from other lines</source>
        <translation>%1 个由其他行生成</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>the earlier caption is not stored in the cache</source>
        <translation>缓存中没有保存以前的标注</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 of them masked</source>
        <translation>其中 %1 个被遮蔽</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>the first %1 listed</source>
        <translation>列出前 %1 个</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 arrays</source>
        <translation>%1 个数组</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 damaged</source>
        <translation>%1 个已损坏</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 not read yet</source>
        <translation>%1 个尚未读取</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>Made by %1 from %2</source>
        <translation>由 %1 从 %2 生成</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>Made from %1</source>
        <translation>由 %1 生成</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>Made by %1</source>
        <translation>生成者：%1</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <location filename="../../app/presentation/preview_texts.py"/>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
    <message>
        <location filename="../../app/presentation/shown_names.py"/>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <location filename="../../app/presentation/shown_names.py"/>
        <source>folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <location filename="../../app/presentation/shown_names.py"/>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open the config they were made with.</source>
        <translation>请打开创建它们时所用的配置。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Nothing is lost. The next undo, or the next operation that writes into this cache, finishes or undoes what was started.</source>
        <translation>没有丢失任何内容。下一次撤销或下一次写入此缓存的操作会完成或撤回已开始的操作。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>use that model instead, encode them again, or keep both in one cache.</source>
        <translation>改用那个模型、重新编码它们，或让两者保留在同一缓存中。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>encode them again, or keep both in one cache.</source>
        <translation>重新编码它们，或让两者保留在同一缓存中。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The config&apos;s trainer does not read this layout. To update it, choose the OneTrainer that reads it when you build; Clear cache… removes it.</source>
        <translation>该配置的训练器不读取此布局。要更新它，请在构建时选择能读取它的 OneTrainer；“清空缓存…”可将其移除。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Close other programs that use it, or choose the CPU as the device.</source>
        <translation>请关闭占用它的其他程序，或选择 CPU 作为设备。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose all graphics cards.</source>
        <translation>请选择所有显卡。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose a smaller batch.</source>
        <translation>请选择更小的批次。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build… encodes them.</source>
        <translation>“构建…”会编码它们。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build… creates it.</source>
        <translation>“构建…”会创建它。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open the config itself.</source>
        <translation>请直接打开该配置。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Find all of them first; then Build… rebuilds them.</source>
        <translation>请先全部找出；然后“构建…”会重建它们。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose the folder that contains all of them under “Pictures are in”.</source>
        <translation>请在“图片位于”中选择包含它们的文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Export cache… creates one.</source>
        <translation>“导出缓存…”可创建一个。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build… builds them again.</source>
        <translation>“构建…”会重新构建它们。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build it first.</source>
        <translation>请先构建。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Make a new plan.</source>
        <translation>请重新制定计划。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Use Clear cache… to empty it, or Clean… to remove what is no longer needed.</source>
        <translation>用“清空缓存…”将其清空，或用“清理…”移除不再需要的内容。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open a config.</source>
        <translation>请打开一个配置。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>These cached files record another picture than the one they are used for. Read everything… finds all of them; then Build… encodes them again.</source>
        <translation>这些缓存文件记录的图片与使用它们的图片不同。“读取全部…”会找出所有此类文件，然后“构建…”会重新编码它们。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose a 16-bit text encoder.</source>
        <translation>请选择 16 位的文本编码器。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose an available device.</source>
        <translation>请选择可用的设备。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose another number of worker processes.</source>
        <translation>请选择其他数量的工作进程。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose another number of graphics cards.</source>
        <translation>请选择其他数量的显卡。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose another device.</source>
        <translation>请选择其他设备。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose the VAE of this model type.</source>
        <translation>请选择此模型类型的 VAE。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The VAE {name} returns NaN for this picture in {compute}. Choose another precision.</source>
        <translation>VAE {name} 以 {compute} 处理此图片时得到 NaN。请选择其他精度。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose the VAE and text encoders.</source>
        <translation>请选择 VAE 和文本编码器。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Download {folders} once (hf download {pipeline} --include {wanted}), or choose a folder that contains them.</source>
        <translation>请下载一次 {folders}（hf download {pipeline} --include {wanted}），或选择包含它们的文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose another encoder.</source>
        <translation>请选择其他编码器。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Convert it to .safetensors, or choose a .safetensors model.</source>
        <translation>请将其转换为 .safetensors，或选择 .safetensors 模型。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The {family} text encoder returns NaN for this prompt in {compute}. Choose another precision.</source>
        <translation>文本编码器 {family} 以 {compute} 处理此提示词时得到 NaN。请选择其他精度。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>It needs a vocabulary (tokenizer.json, vocab.json or spiece.model). Choose its folder.</source>
        <translation>它需要词表（tokenizer.json、vocab.json 或 spiece.model）。请选择其文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose the EfficientNet that encodes pictures (hf download {in_hub}).</source>
        <translation>请选择用于编码图片的 EfficientNet（hf download {in_hub}）。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The {operation_of} before it can be undone on the Journal page.</source>
        <translation>在此之前的操作（{operation_of}）可以在“日志”页面上撤销。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The Journal page can put what it made in place again.</source>
        <translation>在“日志”页面上可以重新采用它生成的内容。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The Journal page can restore the index from before its repair.</source>
        <translation>在“日志”页面上可以恢复修复之前的索引。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The damaged file is kept as {kept}; Undo on the Journal page restores it.</source>
        <translation>损坏的文件保留为 {kept}；“日志”页的“撤销”可将其恢复。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open the config instead of the folder.</source>
        <translation>请打开配置而不是文件夹。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build one size per picture.</source>
        <translation>每张图片只构建一种尺寸。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The speed is known after the first such build.</source>
        <translation>第一次这样构建之后即可知道速度。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Move the files to quarantine instead.</source>
        <translation>请改为将文件移入隔离区。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose an age or a size, or set budgets in the settings.</source>
        <translation>请选择时长或大小，或在设置中设定配额。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose a file that Larder saved as a plan.</source>
        <translation>请选择 Larder 保存的计划文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Nothing was written. Repair index… copies everything that can be read into a new index and keeps the damaged file.</source>
        <translation>没有写入任何内容。“修复索引…”会将所有可读内容复制到新索引，并保留损坏的文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Give both concepts the same settings, or build for the layout of released OneTrainer.</source>
        <translation>请为两个概念设置相同的选项，或按正式版 OneTrainer 的布局构建。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>{found} Nothing is built here before Repair index… has repaired the index; the damaged file is kept.</source>
        <translation>{found} 在“修复索引…”修复索引之前，此处不会构建任何内容；损坏的文件会保留。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open the config of the model that made the cache.</source>
        <translation>请打开创建该缓存的模型的配置。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Set the balancing of the concept to repeats, or build for the layout of released OneTrainer.</source>
        <translation>请将该概念的平衡方式设为重复次数，或按正式版 OneTrainer 的布局构建。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Rebuild it with “Rebuild selected entries…” on the Entries page.</source>
        <translation>请在“条目”页用“重建所选条目…”重建它。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Caches that Larder builds from a folder record both.</source>
        <translation>Larder 从文件夹构建的缓存会记录这两项。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Rebuild them with “Rebuild selected entries…” on the Entries page: each gets its own cached file.</source>
        <translation>请在“条目”页用“重建所选条目…”重建它们：每个条目都会得到自己的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Train once with the pictures and with the trainer&apos;s cache check on, or build everything again.</source>
        <translation>请在保留图片并启用训练器缓存检查的情况下训练一次，或全部重新构建。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Convert to cache.json… converts it.</source>
        <translation>“转换为 cache.json…”会转换它。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Import it with Import cache… and train with the pictures.</source>
        <translation>请用“导入缓存…”导入它，并使用图片训练。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Repair index… repairs it.</source>
        <translation>“修复索引…”会修复它。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Build… records the pictures that are cached already.</source>
        <translation>“构建…”会记录已缓存的图片。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Write the missing captions, then build.</source>
        <translation>请补写缺少的标注，然后构建。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Start it with `ray start`. A cluster that requires a token needs RAY_AUTH_MODE=token.</source>
        <translation>请用 `ray start` 启动它。需要令牌的集群要求 RAY_AUTH_MODE=token。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Set cache_dir in the config to its place on this computer, for example /mnt/cache/{name}.</source>
        <translation>请在配置中将 cache_dir 设为它在本机上的位置，例如 /mnt/cache/{name}。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Connect its drive, or let Find moved folder… find it.</source>
        <translation>请连接其驱动器，或用“查找移动过的文件夹…”找到它。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>It is a list, perhaps of concepts. Open the config instead.</source>
        <translation>它是一个列表，可能是概念列表。请改为打开配置。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Check that its drive is connected.</source>
        <translation>请检查其驱动器是否已连接。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Choose it again in the trainer and save the config.</source>
        <translation>请在训练器中重新选择并保存配置。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Open one of them.</source>
        <translation>请打开其中之一。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Relative paths start from the root folder instead.</source>
        <translation>相对路径从根文件夹开始。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>The kept entry of {key} is damaged and could not be restored; its cached files were. Relink cached files… adds them to the index again if the file they were made from still exists.</source>
        <translation>保留的条目 {key} 已损坏，无法恢复；其缓存文件已恢复。如果创建它们的源文件仍然存在，“重新关联缓存文件…”会将它们重新加入索引。</translation>
    </message>
    <message>
        <location filename="../../app/presentation/window_sentences.py"/>
        <source>Nothing was started. Files that were only copied look the same until 5 minutes after their date. Wait until it has finished, or continue anyway.</source>
        <translation>没有开始任何操作。仅仅被复制过的文件，在其日期之后的 5 分钟内看起来也是这样。请等它结束，或仍然继续。</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Ctrl and the wheel zoom, drag to move, 0 fits. In Swipe, drag the edge.</source>
        <translation>Ctrl 加滚轮缩放，拖动平移，0 适合窗口。在“滑动对比”中拖动分界线。</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Edge at %1 %</source>
        <translation>分界线在 %1%</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Zoom %1 %</source>
        <translation>缩放 %1%</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Swipe</source>
        <translation>滑动对比</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Values of the latent, from %1 to %2</source>
        <translation>潜变量的值，从 %1 到 %2</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>most of them from %1 to %2</source>
        <translation>大多数在 %1 到 %2 之间</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Lays the cached picture over your picture; drag the edge between them.</source>
        <translation>把缓存的图片叠在你的图片上；可拖动两者之间的分界线。</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Decoded</source>
        <translation>已解码</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Cached mask</source>
        <translation>缓存的蒙版</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Mask now</source>
        <translation>当前蒙版</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Inpainted from</source>
        <translation>局部重绘来源</translation>
    </message>
    <message>
        <location filename="../../app/previews/latent_view.py"/>
        <source>Loads %1 and decodes the latent.</source>
        <translation>加载 %1 并解码潜变量。</translation>
    </message>
    <message>
        <location filename="../../app/previews/loupe.py"/>
        <source>Ctrl and the wheel zoom, drag to move, 0 fits, L switches the loupe. In Swipe, drag the edge.</source>
        <translation>Ctrl 加滚轮缩放，拖动移动，0 适合窗口，L 开关放大镜。滑动对比时拖动分界线。</translation>
    </message>
    <message>
        <location filename="../../app/previews/loupe.py"/>
        <source>1:1</source>
        <translation>1:1</translation>
    </message>
    <message>
        <location filename="../../app/previews/loupe.py"/>
        <source>enlarged %1 times</source>
        <translation>放大 %1 倍</translation>
    </message>
    <message>
        <location filename="../../app/previews/loupe.py"/>
        <source>Loupe at %1 % across, %2 % down</source>
        <translation>放大镜位于横向 %1%，纵向 %2%</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Lays one picture over the other; drag the edge between them.</source>
        <translation>把一张图片叠在另一张上；可拖动两者之间的分界线。</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Shows where two pictures differ, brighter where they differ more.</source>
        <translation>显示两张图片的不同之处，差异越大越亮。</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Loupe</source>
        <translation>放大镜</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Shows the same spot of both pictures pixel by pixel: point at it, or move it with the arrow keys. Key: L.</source>
        <translation>逐像素显示两张图片的同一位置：用指针指向，或用方向键移动。按键：L。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/picture_compare.py"/>
        <source>%Ln more are not shown.</source>
        <translation><numerusform>另有 %Ln 个未显示。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Reading both pictures in full…</source>
        <translation>正在完整读取两张图片…</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>One of the pictures is too large for the loupe.</source>
        <translation>其中一张图片过大，无法使用放大镜。</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>Difference, amplified</source>
        <translation>差异（已放大）</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>No pixel differs.</source>
        <translation>没有不同的像素。</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_compare.py"/>
        <source>%1 of the pixels differ visibly.</source>
        <translation>%1 的像素有明显差异。</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_views.py"/>
        <source>Beginning of the text</source>
        <translation>文本开头</translation>
    </message>
    <message>
        <location filename="../../app/previews/picture_views.py"/>
        <source>The text is empty.</source>
        <translation>文本是空的。</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>Drawing (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>Exported the picture.</source>
        <translation>已导出图片。</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_export.py"/>
        <source>The picture could not be written.</source>
        <translation>无法写入图片。</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>From</source>
        <translation>起始</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Lowest</source>
        <translation>最小值</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Highest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Apart</source>
        <translation>差值</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Band</source>
        <translation>频带</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Shows the figures of the plot as a table.</source>
        <translation>以表格显示图中的数值。</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Saves the plot as a picture, or its figures as a table.</source>
        <translation>将图保存为图片，或将其数值保存为表格。</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Export picture…</source>
        <translation>导出图片…</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Export table…</source>
        <translation>导出表格…</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Shows all of it.</source>
        <translation>显示全部。</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Values of the latent by channel</source>
        <translation>各通道的潜变量数值</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>The channel before</source>
        <translation>上一个通道</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>The next channel</source>
        <translation>下一个通道</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Channel %1 of %2: median %3.</source>
        <translation>通道 %1/%2：中位数 %3。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Median of the concept: %1 (%Ln pictures).</source>
        <translation><numerusform>概念的中位数：%1（%Ln 张图片）。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/previews/plot_panels.py"/>
        <source>%1 to %2: %Ln values</source>
        <translation><numerusform>%1 至 %2：%Ln 个值</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Waveform</source>
        <translation>波形</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Part</source>
        <translation>选段</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Shows the marked part alone; drag its edges to move it.</source>
        <translation>仅显示标记的选段；拖动其边缘可调整。</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Opens your sound in this computer&apos;s player. The cached copy is not played.</source>
        <translation>在本机播放器中打开音频源文件。不会播放缓存的副本。</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Samples</source>
        <translation>采样点</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Marked: %1 to %2, %3 long, peak %4</source>
        <translation>已标记：%1 至 %2，长 %3，峰值 %4</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>Features by band</source>
        <translation>各频带的特征</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>frame %1</source>
        <translation>第 %1 帧</translation>
    </message>
    <message>
        <location filename="../../app/previews/plot_panels.py"/>
        <source>%1, band %2: %3</source>
        <translation>%1，频带 %2：%3</translation>
    </message>
    <message>
        <location filename="../../app/previews/sound_views.py"/>
        <source>Features over time</source>
        <translation>随时间的特征</translation>
    </message>
    <message>
        <location filename="../../app/previews/sound_views.py"/>
        <source>frames</source>
        <translation>帧</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>stored order</source>
        <translation>保存的顺序</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>masked</source>
        <translation>已遮蔽</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Lines of the caption</source>
        <translation>标注的各行</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Cached: “%1”</source>
        <translation>缓存时：“%1”</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Now: “%1”</source>
        <translation>现在：“%1”</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>σ</source>
        <translation>σ</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>First values</source>
        <translation>前几个值</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <location filename="../../app/previews/table_views.py"/>
        <source>Read every array</source>
        <translation>读取所有数组</translation>
    </message>
    <message>
        <location filename="../../app/source_watch.py"/>
        <source>Watch for changes</source>
        <translation>监视更改</translation>
    </message>
    <message>
        <location filename="../../app/source_watch.py"/>
        <source>Files have changed since this check.</source>
        <translation>此次检查之后有文件更改。</translation>
    </message>
    <message>
        <location filename="../../app/source_watch.py"/>
        <source>Rescan to see which; this checks only names and dates.</source>
        <translation>重新扫描可查看是哪些；只检查名称和日期。</translation>
    </message>
    <message>
        <location filename="../../app/source_watch.py"/>
        <source>Rescan</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Took</source>
        <translation>实际</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Expected</source>
        <translation>预计</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Pictures in the first epoch</source>
        <translation>第一轮的图片数</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/chart_plots.py"/>
        <source>A batch of %Ln</source>
        <translation><numerusform>一个批次：%Ln</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Fill batches</source>
        <translation>填满批次</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Left out of each epoch</source>
        <translation>每轮被略过</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Scaled down</source>
        <translation>缩小</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Scaled up</source>
        <translation>放大</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Scaled to</source>
        <translation>缩放至</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Cropped</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Not scaled</source>
        <translation>不缩放</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Usual</source>
        <translation>通常</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Far from the others</source>
        <translation>远离其他</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Sigma</source>
        <translation>标准差</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Likeness of cached file and picture</source>
        <translation>缓存文件与图片的相似度</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_plots.py"/>
        <source>Cached files</source>
        <translation>缓存文件</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_reader.py"/>
        <source>Read the sizes of pictures</source>
        <translation>读取图片尺寸</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_reader.py"/>
        <source>Read the journals</source>
        <translation>读取日志</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_reader.py"/>
        <source>Read cached latents</source>
        <translation>读取缓存的潜变量</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_reader.py"/>
        <source>Compare cached pictures with their sources</source>
        <translation>将缓存图片与源文件比较</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No picture is cached yet, so no bucket is known.</source>
        <translation>尚未缓存图片，因此不知道任何分桶。</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No build has been timed on this computer yet.</source>
        <translation>此电脑上还没有测过构建时间。</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>The sizes of the pictures are being read…</source>
        <translation>正在读取图片尺寸…</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No journal says yet how the space changed.</source>
        <translation>尚无日志说明空间如何变化。</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No picture is far from the others.</source>
        <translation>没有图片远离其他图片。</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No picture is less alike than the line.</source>
        <translation>没有图片低于这条线。</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No cached file has a resolution.</source>
        <translation>没有带分辨率的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>No cached file has variations.</source>
        <translation>没有带变体的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>Lasso</source>
        <translation>套索</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>Draw around pictures to list them in Entries.</source>
        <translation>圈出图片即可在“条目”中列出它们。</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>Less alike than</source>
        <translation>相似度低于</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>Space used by folder</source>
        <translation>各文件夹占用空间</translation>
    </message>
    <message>
        <location filename="../../app/views/chart_view.py"/>
        <source>All caches</source>
        <translation>所有缓存</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Stop reading</source>
        <translation>停止读取</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Calculate the space used</source>
        <translation>计算占用空间</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Calculating the space used…</source>
        <translation>正在计算占用空间…</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Once files are cached, this page shows how much space they take.</source>
        <translation>有缓存文件之后，此页会显示它们占用多少空间。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/charts_page.py"/>
        <source>Show these %Ln in Entries</source>
        <translation><numerusform>在“条目”中显示这 %Ln 个</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/charts_page.py"/>
        <source>Read %Ln cached files (%1)</source>
        <translation><numerusform>读取 %Ln 个缓存文件（%1）</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>scaled %1</source>
        <translation>缩放 %1</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>bucket %1</source>
        <translation>分桶 %1</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>chosen on the plot</source>
        <translation>在图表中选取</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Pictures were added or removed after these figures were read.</source>
        <translation>读取这些数值之后，图片有增减。</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Rescan, then click again.</source>
        <translation>请重新扫描，然后再次单击。</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>These pictures are not in the survey.</source>
        <translation>这些图片不在扫描结果中。</translation>
    </message>
    <message>
        <location filename="../../app/views/charts_page.py"/>
        <source>Rescan, then try again.</source>
        <translation>请重新扫描后再试。</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>(in no concept)</source>
        <translation>（不属于任何概念）</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>%1 (disabled)</source>
        <translation>%1（已停用）</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>%1 of %2, %3 percent</source>
        <translation>%1 / %2，%3%</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Covered</source>
        <translation>已覆盖</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Wanted</source>
        <translation>需要</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Not cached</source>
        <translation>未缓存</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Bytes per entry</source>
        <translation>每条目字节数</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Coverage by concept and cache</source>
        <translation>按概念和缓存的覆盖情况</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>What would training get wrong?</source>
        <translation>训练会出什么错？</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Cached files can be damaged, contain NaN or zeros, or belong to another file.</source>
        <translation>缓存文件可能损坏、含有 NaN 或零，或属于其他文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>A damaged picture, caption or mask can stop the trainer.</source>
        <translation>损坏的图片、标注或蒙版会使训练器中断。</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Read everything…</source>
        <translation>读取全部…</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>Reading the caches…</source>
        <translation>正在读取缓存…</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>The trainer makes one when it starts.</source>
        <translation>训练器启动时会创建。</translation>
    </message>
    <message>
        <location filename="../../app/views/coverage_page.py"/>
        <source>No cache was found in this workspace.</source>
        <translation>此工作区中没有找到缓存。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Files of the group</source>
        <translation>该组的文件</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Text of the captions</source>
        <translation>标注的文本</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Gives each of them its own cached file.</source>
        <translation>为每个生成自己的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Opens the folder of each copy that need not stay. Deleting them is up to you.</source>
        <translation>打开每个不必保留的副本所在的文件夹。是否删除由你决定。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>Copy paths</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicate_group.py"/>
        <source>%1 (%2; turned back to compare)</source>
        <translation>%1（%2；已转回以便比较）</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Nearly identical</source>
        <translation>几乎相同</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Resized, compressed, touched up</source>
        <translation>缩放、压缩、修饰</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Cropped a little</source>
        <translation>略有裁剪</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Anything similar</source>
        <translation>一切相似的</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Groups of duplicates</source>
        <translation>重复项的组</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Which groups are shown</source>
        <translation>显示哪些组</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>All groups</source>
        <translation>所有组</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>How similar pictures have to be</source>
        <translation>图片需要多相似</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Options further down find more pictures, but also more false matches.</source>
        <translation>越靠下的选项找到的图片越多，误报也越多。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Larder only lists them. Your pictures and captions are never changed, moved or deleted.</source>
        <translation>Larder 只作列举。绝不更改、移动或删除你的图片和标注。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Look for similar pictures</source>
        <translation>查找相似图片</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Look for duplicates</source>
        <translation>查找重复项</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Looking for duplicates…</source>
        <translation>正在查找重复项…</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Search again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Find similar pictures</source>
        <translation>查找相似图片</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>Reads every picture once and remembers the result. Finds copies that were resized, cropped, compressed again, touched up, mirrored or rotated.</source>
        <translation>读取每张图片一次并记住结果。可找出缩放、裁剪、重新压缩、修饰、镜像或旋转过的副本。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>%1 has no duplicate.</source>
        <translation>%1 没有重复。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>“Find similar pictures” also finds copies that only look alike.</source>
        <translation>“查找相似图片”还能找出仅外观相似的副本。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>No groups of this kind.</source>
        <translation>没有此类组。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>No duplicates.</source>
        <translation>没有重复内容。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>No two pictures or captions have the same content. “Find similar pictures” also finds copies that were resized, cropped, compressed again, mirrored or rotated.</source>
        <translation>没有内容相同的图片或标注。“查找相似图片”还能找出缩放、裁剪、重新压缩、镜像或旋转过的副本。</translation>
    </message>
    <message>
        <location filename="../../app/views/duplicates_page.py"/>
        <source>No duplicates and no similar pictures.</source>
        <translation>没有重复内容，也没有相似的图片。</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Entries as pictures</source>
        <translation>以图片显示的条目</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Show as rows</source>
        <translation>以行显示</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Show as cards, a picture with its caption</source>
        <translation>以卡片显示：图片及其标注</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Size of pictures</source>
        <translation>图片大小</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Size of pictures: at the left a list. Ctrl and the wheel change it, too.</source>
        <translation>图片大小：最左侧为列表。也可按住 Ctrl 滚动滚轮调整。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/entries_page.py"/>
        <source>%Ln entries selected</source>
        <translation><numerusform>已选择 %Ln 个条目</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Copied the first %1 of %2 rows.</source>
        <translation>已复制 %2 行中的前 %1 行。</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Export table… saves all of them.</source>
        <translation>“导出表格…”可保存全部。</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>The table could not be sorted.</source>
        <translation>无法对表格排序。</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Rescan to read it again.</source>
        <translation>请重新扫描以再次读取。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/entries_page.py"/>
        <source>%1 of %Ln entries</source>
        <translation><numerusform>%1 / %Ln 个条目</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>No entries yet.</source>
        <translation>还没有条目。</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Nothing in %2 matches “%1”.</source>
        <translation>%2 中没有与“%1”相符的条目。</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>No entry matches “%1”.</source>
        <translation>没有与“%1”相符的条目。</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <location filename="../../app/views/entries_page.py"/>
        <source>Nothing is cached, and this config needs no cached files.</source>
        <translation>没有缓存，此配置也不需要缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/file_list.py"/>
        <source>Show files with which the same is done</source>
        <translation>显示执行相同操作的文件</translation>
    </message>
    <message>
        <location filename="../../app/views/file_list.py"/>
        <source>Search names</source>
        <translation>搜索名称</translation>
    </message>
    <message>
        <location filename="../../app/views/file_list.py"/>
        <source>Everything · %1</source>
        <translation>全部 · %1</translation>
    </message>
    <message>
        <location filename="../../app/views/file_list.py"/>
        <source>No file matches.</source>
        <translation>没有匹配的文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Filter: name  state:edited  kind:text  size:&gt;10MB</source>
        <translation>筛选：名称  state:edited  kind:text  size:&gt;10MB</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Filter entries</source>
        <translation>筛选条目</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Save this filter…</source>
        <translation>保存此筛选…</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Save this filter</source>
        <translation>保存此筛选</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Name of the filter:</source>
        <translation>筛选的名称：</translation>
    </message>
    <message>
        <location filename="../../app/views/filter_field.py"/>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Made with</source>
        <translation>生成设置</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Nothing is selected.</source>
        <translation>没有选择任何内容。</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Select a picture or caption to see it, its state, and the reason for it.</source>
        <translation>选择图片或标注，查看其内容、状态和原因。</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>No picture of this file.</source>
        <translation>此文件没有图片。</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>No entry uses this file.</source>
        <translation>没有条目使用此文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Select one of its files to see it.</source>
        <translation>选择其中一个文件进行查看。</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Inspect</source>
        <translation>查看</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Nothing to inspect.</source>
        <translation>没有可查看的。</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>Its cached file is missing from the disk.</source>
        <translation>磁盘上缺少其缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>The VAE is being loaded…</source>
        <translation>正在加载 VAE…</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>%1 in %2 files</source>
        <translation>%1，共 %2 个文件</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>%1 in one file</source>
        <translation>%1，一个文件</translation>
    </message>
    <message>
        <location filename="../../app/views/inspector.py"/>
        <source>All of its cached files are missing from the disk.</source>
        <translation>磁盘上缺少其所有缓存文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Pausing after this item…</source>
        <translation>完成此项后暂停…</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Stopping after this item…</source>
        <translation>完成此项后停止…</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/jobs_panel.py"/>
        <source>%Ln items failed</source>
        <translation><numerusform>%Ln 个项目失败</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>finished items are saved</source>
        <translation>已完成的项目已保存</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>%1 s each</source>
        <translation>每个 %1 秒</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>about %1 left</source>
        <translation>还需约 %1</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Cancel %1</source>
        <translation>取消%1</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Resume %1</source>
        <translation>继续%1</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Pause %1</source>
        <translation>暂停%1</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>The current item is discarded; finished items are kept.</source>
        <translation>当前项会丢弃；已完成的项目会保留。</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>No job has run yet.</source>
        <translation>还没有运行过任务。</translation>
    </message>
    <message>
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Hide earlier jobs</source>
        <translation>隐藏之前的任务</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/jobs_panel.py"/>
        <source>Show %Ln earlier jobs</source>
        <translation><numerusform>显示之前的 %Ln 个任务</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Empty…</source>
        <translation>清空…</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Deletes the files of the selected clean for good.</source>
        <translation>永久删除所选清理的文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Empty all…</source>
        <translation>全部清空…</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Deletes every file in quarantine for good.</source>
        <translation>永久删除隔离区中的所有文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Select what to undo.</source>
        <translation>请选择要撤销的操作。</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Parts of the selected action</source>
        <translation>所选操作的各部分</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Read the journal</source>
        <translation>读取日志</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Reading the journal…</source>
        <translation>正在读取日志…</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Nothing has been done to these caches yet.</source>
        <translation>尚未对这些缓存做过任何操作。</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>Every build, clean, import and undo will be listed here. Files that a clean or a build removes are kept until you restore or delete them.</source>
        <translation>每次构建、清理、导入和撤销都会列在这里。清理或构建移除的文件会一直保留，直到你恢复或删除它们。</translation>
    </message>
    <message>
        <location filename="../../app/views/journal_view.py"/>
        <source>They cannot be restored afterwards.</source>
        <translation>之后无法恢复。</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>Only one file can be dropped here: a config (.json, .toml, .yaml), a folder with caches, or an exported cache (.zip).</source>
        <translation>此处只能放置一个文件：配置（.json、.toml、.yaml）、含缓存的文件夹或导出的缓存 (.zip)。</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>Drop to import the exported cache %1. It stays where it is.</source>
        <translation>松开即可导入导出的缓存 %1。原文件不会被移动。</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>Drop to open %1. It stays where it is.</source>
        <translation>松开即可打开 %1。原文件不会被移动。</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <location filename="../../app/views/main_window.py"/>
        <source>The workspace %1 stays open.</source>
        <translation>工作区 %1 保持打开。</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>By picture</source>
        <translation>按图片</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>By caption</source>
        <translation>按标注</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>By both</source>
        <translation>按两者</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those that look alike are near each other.</source>
        <translation><numerusform>%Ln 张图片：相似的彼此靠近。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those with similar captions are near each other.</source>
        <translation><numerusform>%Ln 张图片：标注相似的彼此靠近。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln pictures: those with similar pictures and captions are near each other.</source>
        <translation><numerusform>%Ln 张图片：图片和标注都相似的彼此靠近。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Nearly the same as another</source>
        <translation>与另一张几乎相同</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Show rings</source>
        <translation>显示圆环</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Pictures with a ring</source>
        <translation>带圆环的图片</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>pictures from the map</source>
        <translation>地图上的图片</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Arrange pictures</source>
        <translation>排布图片</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Colour: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>List the pictures with a ring again.</source>
        <translation>重新列出带圆环的图片。</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Draw the map</source>
        <translation>绘制地图</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Looking up what is known about these pictures…</source>
        <translation>正在查找这些图片的已知信息…</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Points appear as they are read.</source>
        <translation>读取后即显示各点。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln have a ring: unlike all others, or nearly the same as another.</source>
        <translation><numerusform>%Ln 张带圆环：与所有其他都不相似，或与另一张几乎相同。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>The map was stopped before pictures were compared.</source>
        <translation>在比较图片之前，地图已停止。</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>See your pictures as a map: those that look alike are near each other.</source>
        <translation>以地图查看图片：相似的图片彼此靠近。</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Larder reads their cached files once, which usually takes %1.</source>
        <translation>Larder 会读取一次它们的缓存文件，通常需要 %1。</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>No model is loaded. No cache and none of your files is changed; Larder remembers in its own folder what it read.</source>
        <translation>不会加载模型。缓存和你的文件都不会更改；Larder 会在自己的文件夹中记住读取的内容。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/map_page.py"/>
        <source>%Ln cached files cannot be read, so there is no map.</source>
        <translation><numerusform>%Ln 个缓存文件无法读取，因此没有地图。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>One picture is cached. A map needs two or more.</source>
        <translation>已缓存一张图片。地图至少需要两张。</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>None of these pictures is cached yet.</source>
        <translation>这些图片尚无缓存。</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Once they are cached, this page shows which of them look alike.</source>
        <translation>缓存后，此页会显示哪些图片相似。</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Map of pictures</source>
        <translation>图片地图</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Most like %1</source>
        <translation>与 %1 最相似</translation>
    </message>
    <message>
        <location filename="../../app/views/map_page.py"/>
        <source>Choose a picture to list similar ones</source>
        <translation>选择一张图片以列出相似图片</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>More to do</source>
        <translation>更多待办</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>What to do next</source>
        <translation>接下来做什么</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>Show %1 more</source>
        <translation>再显示 %1 项</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>What you changed</source>
        <translation>你的更改</translation>
    </message>
    <message>
        <location filename="../../app/views/next_steps.py"/>
        <source>Show all changes</source>
        <translation>显示所有更改</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>names and dates</source>
        <translation>名称和日期</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>every source file read</source>
        <translation>已读取所有源文件</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>every cached file read</source>
        <translation>已读取所有缓存文件</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln out of date</source>
        <translation><numerusform>%Ln 个已过期</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln not cached yet</source>
        <translation><numerusform>%Ln 个尚未缓存</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln whose file was deleted</source>
        <translation><numerusform>%Ln 个的文件已删除</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln renamed</source>
        <translation><numerusform>%Ln 个已重命名</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln out of reach</source>
        <translation><numerusform>%Ln 个无法访问</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln files no longer needed</source>
        <translation><numerusform>%Ln 个不再需要的文件</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Surveyed %1 (%2)</source>
        <translation>扫描于 %1（%2）</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>%1 cannot be reached.</source>
        <translation>%1 无法访问。</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Some folders with your files cannot be reached.</source>
        <translation>部分源文件所在的文件夹无法访问。</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Larder changes nothing in this cache until its index can be read.</source>
        <translation>在其索引可以读取之前，Larder 不会更改此缓存。</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Repair copies the readable entries into a new index and keeps the damaged file.</source>
        <translation>修复会把可读取的条目复制到新索引，并保留损坏的文件。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>Found %Ln cached files without an index.</source>
        <translation><numerusform>找到 %Ln 个没有索引的缓存文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Those whose pictures and captions exist can be relinked.</source>
        <translation>图片和标注仍存在的可以重新关联。</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>A trainer seems to be running here.</source>
        <translation>训练器似乎正在此处运行。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln source files would stop training.</source>
        <translation><numerusform>%Ln 个源文件会中断训练。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln problems would stop training.</source>
        <translation><numerusform>%Ln 处问题会使训练停止。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>No pictures and no cache were found.</source>
        <translation>没有找到图片和缓存。</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Check the concepts&apos; folders in the config.</source>
        <translation>请检查配置中各概念的文件夹。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln pictures, nothing cached yet.</source>
        <translation><numerusform>%Ln 张图片，尚未缓存。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>The trainer caches them when it starts.</source>
        <translation>训练器启动时会缓存它们。</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>The trainer caches them when it starts, or you build them now.</source>
        <translation>训练器启动时会缓存它们，也可以现在构建。</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Everything is cached and up to date (checked %1).</source>
        <translation>全部已缓存且为最新（检查于 %1）。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln source files would not be trained correctly.</source>
        <translation><numerusform>%Ln 个源文件不会被正确训练。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/panels.py"/>
        <source>%Ln problems affect training.</source>
        <translation><numerusform>%Ln 个问题会影响训练。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>The trainer starts without encoding.</source>
        <translation>训练器启动时不必编码。</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <location filename="../../app/views/panels.py"/>
        <source>Surveying…</source>
        <translation>正在扫描…</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>Problems (%1)</source>
        <translation>问题（%1）</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>Looking for problems…</source>
        <translation>正在查找问题…</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>Nothing has to be built or cleaned.</source>
        <translation>没有需要构建或清理的内容。</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>You have to fix the listed problems yourself.</source>
        <translation>列出的问题需要你自行处理。</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>No problems were found.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>Select a problem to see how to fix it.</source>
        <translation>选择一个问题以查看解决方法。</translation>
    </message>
    <message>
        <location filename="../../app/views/problems_page.py"/>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Quit Larder?</source>
        <translation>退出 Larder？</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Finished items are kept. A stopped build can be resumed the next time its workspace is opened.</source>
        <translation>已完成的项目会保留。停止的构建可在下次打开其工作区时继续。</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Finish, then quit</source>
        <translation>完成后退出</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Stop after this item and quit</source>
        <translation>完成此项后停止并退出</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Quit now</source>
        <translation>立即退出</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Close the workspace?</source>
        <translation>关闭工作区？</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>The job can finish with the workspace closed; the start page shows its progress. Finished items are kept, and a stopped build can be resumed the next time the workspace is opened.</source>
        <translation>工作区关闭后任务仍可完成；起始页会显示进度。已完成的项目会保留，停止的构建可在下次打开工作区时继续。</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Close, and let it finish</source>
        <translation>关闭并让它完成</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Stop after this item and close</source>
        <translation>完成此项后停止并关闭</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Close the workspace</source>
        <translation>关闭工作区</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Keep open</source>
        <translation>保持打开</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>All jobs are done.</source>
        <translation>所有任务已完成。</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Larder quits as soon as this is done.</source>
        <translation>完成后 Larder 随即退出。</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Stopping after the current item…</source>
        <translation>正在完成当前项后停止…</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/quit_dialog.py"/>
        <source>%Ln jobs are still running.</source>
        <translation><numerusform>仍有 %Ln 个任务在运行。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>Larder stays open if something goes wrong.</source>
        <translation>出现问题时 Larder 会保持打开。</translation>
    </message>
    <message>
        <location filename="../../app/views/quit_dialog.py"/>
        <source>A check ends when its workspace is closed. Only its time is lost.</source>
        <translation>关闭工作区时检查会结束。只损失所用的时间。</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>none in this config</source>
        <translation>不属于此配置</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>Written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>Made from</source>
        <translation>来源</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>Cached %1.</source>
        <translation>缓存于 %1。</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>The file was changed after that, %1.</source>
        <translation>文件在那之后有更改，%1。</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>The file was last changed %1.</source>
        <translation>文件最后更改于 %1。</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>one value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>mean %1</source>
        <translation>均值 %1</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>σ %1</source>
        <translation>σ %1</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 zero</source>
        <translation>%1 为零</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>begins with %1</source>
        <translation>以 %1 开头</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 NaN</source>
        <translation>%1 NaN</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 infinite</source>
        <translation>%1 为无穷</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>all zero</source>
        <translation>全为零</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1, now %2</source>
        <translation>%1，现为 %2</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/row_facts.py"/>
        <source>%1 · %Ln cached files</source>
        <translation><numerusform>%1 · %Ln 个缓存文件</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/row_facts.py"/>
        <source>%1, then called %2</source>
        <translation>%1，当时名为 %2</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>See what your trainer has cached, what needs rebuilding and why, and clean up without losing good work. Your pictures and captions are never changed.</source>
        <translation>查看训练器缓存了什么、哪些需要重建及其原因，并在不丢失有效内容的前提下清理。绝不更改你的图片和标注。</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>Choose a OneTrainer config (in its folder training_presets), a config of another trainer or a folder with caches, or drop one here.</source>
        <translation>选择 OneTrainer 配置（在其 training_presets 文件夹中）、其他训练器的配置或含缓存的文件夹，或将其拖到此处。</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>Open the sample with released OneTrainer&apos;s cache</source>
        <translation>打开带正式版 OneTrainer 缓存的示例</translation>
    </message>
    <message>
        <location filename="../../app/views/start_page.py"/>
        <source>Make a cache from your own pictures, sounds or texts…</source>
        <translation>用你自己的图片、声音或文本制作缓存…</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>Table for spreadsheet programs (*.csv)</source>
        <translation>供电子表格程序使用的表格 (*.csv)</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>List for scripts (*.json)</source>
        <translation>供脚本使用的列表 (*.json)</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>Export selected rows</source>
        <translation>导出所选行</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <location filename="../../app/views/table_file.py"/>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/table_file.py"/>
        <source>Exported %Ln rows.</source>
        <translation><numerusform>已导出 %Ln 行。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/training_bar.py"/>
        <source>What training would get wrong (%1)</source>
        <translation>训练会出什么错（%1）</translation>
    </message>
    <message>
        <location filename="../../app/views/training_bar.py"/>
        <source>Read everything (%1)</source>
        <translation>读取全部（%1）</translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/views/training_bar.py"/>
        <source>%Ln cached files were checked.</source>
        <translation><numerusform>已检查 %Ln 个缓存文件。</numerusform></translation>
    </message>
    <message>
        <location filename="../../app/views/training_bar.py"/>
        <source>Dates and settings show no problem. Read everything to be sure.</source>
        <translation>从日期和设置看不出问题。要确定，请读取全部文件。</translation>
    </message>
    <message>
        <location filename="../../app/views/training_bar.py"/>
        <source>No training problems were found.</source>
        <translation>没有发现训练问题。</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>No budget is set.</source>
        <translation>没有设置配额。</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>No use has been recorded yet.</source>
        <translation>还没有记录到使用。</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>%1 of %2 requested files were in the cache.</source>
        <translation>请求的 %2 个文件中有 %1 个已缓存。</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Of budget</source>
        <translation>占配额</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Hits</source>
        <translation>命中</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Misses</source>
        <translation>未命中</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Hit rate</source>
        <translation>命中率</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Last used</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <location filename="../../app/views/value_stores.py"/>
        <source>Caches of your own files</source>
        <translation>你自己的文件的缓存</translation>
    </message>
    <message>
        <location filename="../../app/views/workspace_tree.py"/>
        <source>Found caches</source>
        <translation>找到的缓存</translation>
    </message>
    <message>
        <location filename="../../app/views/workspace_tree.py"/>
        <source>Concepts and caches</source>
        <translation>概念和缓存</translation>
    </message>
    <message>
        <location filename="../../app/views/wrong_pair.py"/>
        <source>Your file</source>
        <translation>你的文件</translation>
    </message>
    <message>
        <location filename="../../app/views/wrong_pair.py"/>
        <source>Trained instead</source>
        <translation>实际训练的</translation>
    </message>
    <message>
        <location filename="../../app/views/wrong_pair.py"/>
        <source>%1 would be trained as %2</source>
        <translation>%1 会被当作 %2 训练</translation>
    </message>
    <message>
        <location filename="../../app/widgets/rows_table.py"/>
        <source>Export selected rows…</source>
        <translation>导出所选行…</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <location filename="../../core/background.py"/>
        <source>looking at files</source>
        <translation>正在查看文件</translation>
    </message>
    <message>
        <location filename="../../core/background.py"/>
        <source>a drive gives no answer</source>
        <translation>驱动器没有响应</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>The index of {path} changed after the survey.</source>
        <translation>{path} 的索引在扫描后发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>Survey again.</source>
        <translation>请重新扫描。</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>Without the text encoder&apos;s tokenizer, the prompt cannot be recognised: {problem}</source>
        <translation>没有文本编码器的分词器就无法得知提示词：{problem}</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>{value} was encoded with {other}; this build uses {model}.</source>
        <translation>{value}用 {other} 编码；这次构建使用 {model}。</translation>
    </message>
    <message>
        <location filename="../../core/build/choice.py"/>
        <source>{value} were encoded with {other}; this build uses {model}.</source>
        <translation>{value}用 {other} 编码；这次构建使用 {model}。</translation>
    </message>
    <message>
        <location filename="../../core/build/file_list.py"/>
        <source>Cached file {slot}</source>
        <translation>缓存文件 {slot}</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>It is a video, and Larder encodes pictures only.</source>
        <translation>这是视频，Larder 只编码图片。</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>Without a caption file a trainer uses a blank embedding; write one to build.</source>
        <translation>没有标注文件时训练器使用空嵌入；写一个标注文件才能构建。</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>planning</source>
        <translation>正在计划</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>It cannot be read: {reason}.</source>
        <translation>无法读取：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/choose.py"/>
        <source>It cannot be read: {name}: {reason}.</source>
        <translation>无法读取：{name}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/row_writer.py"/>
        <source>building pictures</source>
        <translation>正在构建图片</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/row_writer.py"/>
        <source>building captions</source>
        <translation>正在构建标注</translation>
    </message>
    <message>
        <location filename="../../core/build/indexed/sidecars.py"/>
        <source>looking at masks</source>
        <translation>正在查看蒙版</translation>
    </message>
    <message>
        <location filename="../../core/build/large_pictures.py"/>
        <source>{largest} has {width} × {height} pixels and takes about {memory} of memory while it is encoded.</source>
        <translation>{largest} 有 {width} × {height} 像素，编码时约占用 {memory} 内存。</translation>
    </message>
    <message>
        <location filename="../../core/build/large_pictures.py"/>
        <source>Pictures of this size are decoded one at a time; save it at a smaller size if there is not enough memory.</source>
        <translation>这种大小的图片逐张解码；如果内存不足，请将其保存得小一些。</translation>
    </message>
    <message>
        <location filename="../../core/build/left_to_trainer.py"/>
        <source>An index is damaged, and nothing is built before it is repaired.</source>
        <translation>有索引已损坏，修复之前不会生成任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/build/left_to_trainer.py"/>
        <source>The trainer of this config does not fill it.</source>
        <translation>此配置的训练器不会填充它。</translation>
    </message>
    <message>
        <location filename="../../core/build/left_to_trainer.py"/>
        <source>The picture size of {name} cannot be determined: {reason}.</source>
        <translation>无法得知 {name} 的图片尺寸：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/build/left_to_trainer.py"/>
        <source>{name} asks for {asked}, which Larder does not support.</source>
        <translation>{name} 要求 {asked}，Larder 不支持。</translation>
    </message>
    <message>
        <location filename="../../core/build/out_of_reach.py"/>
        <source>Connect its drive; its cached files are kept.</source>
        <translation>请连接其驱动器；其缓存文件会保留。</translation>
    </message>
    <message>
        <location filename="../../core/build/payload_identity.py"/>
        <source>of another model type</source>
        <translation>属于另一模型类型</translation>
    </message>
    <message>
        <location filename="../../core/build/payload_totals.py"/>
        <source>counting</source>
        <translation>正在统计</translation>
    </message>
    <message>
        <location filename="../../core/build/payload_types.py"/>
        <source>the config</source>
        <translation>配置</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>The device has too little memory for a single item: {full}.</source>
        <translation>设备内存不足以处理单个项目：{full}。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>The encoder fails on every input: {error}.</source>
        <translation>编码器对任何输入都失败：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>Check that the model fits the config&apos;s model type.</source>
        <translation>检查模型是否与配置的模型类型相符。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>It cannot be encoded: {error}.</source>
        <translation>无法编码：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>The encoder does not make {missing}, which the config needs.</source>
        <translation>编码器不产生配置所需的 {missing}。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/encoding.py"/>
        <source>The encoder returned unusable values: {bad}.</source>
        <translation>编码器没有给出有效的值：{bad}。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>The number of graphics cards here is {there}, not {cards}.</source>
        <translation>此处的显卡数量是 {there}，而不是 {cards}。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>Two workers encode with different models or versions: {differs}.</source>
        <translation>两个工作进程使用的模型或版本不同：{differs}。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>Install the same versions and models on each machine.</source>
        <translation>请在每台机器上安装相同的版本和模型。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>It cannot be encoded: the worker process ended while encoding it. {why}</source>
        <translation>无法编码：工作进程因此终止。{why}</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>The workers ended before they encoded anything. {lost}</source>
        <translation>工作进程在编码任何内容之前就结束了。{lost}</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>All workers have ended, and there is too little memory to start another.</source>
        <translation>所有工作进程都已结束，内存不足以再启动一个。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/parallel.py"/>
        <source>Finished files are kept; build again when there is enough memory.</source>
        <translation>已完成的文件会保留；内存足够时请再次构建。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/pieces.py"/>
        <source>It changed while it was being built.</source>
        <translation>构建过程中它发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/pieces.py"/>
        <source>It no longer exists.</source>
        <translation>它已不存在。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/pieces.py"/>
        <source>It was added while the build ran.</source>
        <translation>它是在构建运行期间新增的。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/writing.py"/>
        <source>The disk of {store} is nearly full: {free} bytes are free, which are left for the index.</source>
        <translation>{store} 所在磁盘几乎已满：剩余 {free} 字节，留给索引使用。</translation>
    </message>
    <message>
        <location filename="../../core/build/pipeline/writing.py"/>
        <source>{name} is not a cached file of this cache.</source>
        <translation>{name} 不是此缓存的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>copied from cache.json</source>
        <translation>从 cache.json 复制</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>left as they are</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>to encode</source>
        <translation>待编码</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>from identical content</source>
        <translation>来自相同内容</translation>
    </message>
    <message>
        <location filename="../../core/build/released/columns.py"/>
        <source>only get another mask</source>
        <translation>仅更换蒙版</translation>
    </message>
    <message>
        <location filename="../../core/build/released/planning.py"/>
        <source>A group is written as a whole, and {count} of its files are not cached yet; a build of only what needs rebuilding does not build them.</source>
        <translation>一组作为整体写入，其中 {count} 个文件尚未缓存；只构建需要重建的内容不会生成它们。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/planning.py"/>
        <source>For {count} of the cached files that a trainer made, it is not recorded what they contain, so Larder cannot tell whether they need rebuilding.</source>
        <translation>训练器生成的缓存文件中有 {count} 个没有记录内容，因此无法得知是否需要重建。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>The file, or its mask, is newer than its cached file.</source>
        <translation>该文件或其蒙版比缓存文件更新。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It was cached at another size than the picture has now.</source>
        <translation>缓存时的尺寸与图片现在的不同。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It was made from a picture of another size.</source>
        <translation>它由另一尺寸的图片生成。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It lacks values that this config caches, or cannot be read.</source>
        <translation>它缺少此配置要缓存的值，或无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It is damaged.</source>
        <translation>它已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It contains values that no encoder produces.</source>
        <translation>它包含编码器不会产生的值。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>It was cached with a mask, and the picture has none now.</source>
        <translation>缓存时有蒙版，而图片现在没有。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>No existing caption gives the tokens that it contains.</source>
        <translation>现有的标注都得不出其中的词元。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>recognising cached files</source>
        <translation>正在识别缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/build/released/reuse.py"/>
        <source>reading the other layout</source>
        <translation>正在读取另一种布局</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>has no seed, so the trainer draws another one at each start and never finds its cache. Save the concept in OneTrainer once; it then has one.</source>
        <translation>没有种子，训练器每次启动都会另取一个，因而永远找不到它的缓存。在 OneTrainer 中保存一次该概念即可获得种子。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>has the folder and settings of a training concept, whose cache it would share.</source>
        <translation>与某个训练概念的文件夹和设置相同，会共用其缓存。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>A group is written whole, and {what} cannot be read.</source>
        <translation>一组作为整体写入，而 {what} 无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>A group is written whole, and a folder of its pictures {why}.</source>
        <translation>一组作为整体写入，而其图片所在的一个文件夹{why}。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>{name} has the folder and settings of a training concept, whose cache it would share.</source>
        <translation>{name} 与某个训练概念的文件夹和设置相同，会共用其缓存。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>{name} has no seed, so the trainer draws another one at each start and never finds its cache. Save the concept in OneTrainer once; it then has one.</source>
        <translation>{name} 没有种子，训练器每次启动都会另取一个，因而永远找不到它的缓存。在 OneTrainer 中保存一次该概念即可获得种子。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>The folder of its group cannot be read: {problem}.</source>
        <translation>其组的文件夹无法读取：{problem}。</translation>
    </message>
    <message>
        <location filename="../../core/build/released/samples.py"/>
        <source>one of its files or folders</source>
        <translation>其中的某个文件或文件夹</translation>
    </message>
    <message>
        <location filename="../../core/build/reports.py"/>
        <source>{first} cannot be read.</source>
        <translation>{first} 无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/build/reports.py"/>
        <source>{first} and {pluralize} cannot be read.</source>
        <translation>{first} 和{pluralize}无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/build/reports.py"/>
        <source>other file</source>
        <translation>其他文件</translation>
    </message>
    <message>
        <location filename="../../core/build/reports.py"/>
        <source>OneTrainer finds cached files by position and counts every picture of a concept, so the rest of the concept cannot be built without it. Repair the file or move it out of the concept&apos;s folder, then build again.</source>
        <translation>OneTrainer 按位置查找缓存文件，并计入概念的每张图片，因此没有该文件就无法构建概念的其余部分。请修复该文件，或将其移出概念的文件夹，然后重新构建。</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>Nothing has to be built for it any more.</source>
        <translation>它不再需要构建。</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>It changed after the plan was made.</source>
        <translation>制定计划后它发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>The other layout has less of it than when the plan was made.</source>
        <translation>另一种布局中的内容比制定计划时少了。</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>What it has to contain changed after the plan was made.</source>
        <translation>制定计划后，它要包含的内容发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>More of it is missing than when the plan was made.</source>
        <translation>缺少的部分比制定计划时多。</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>Pictures and captions are written together, and those of the other cache stay as they are.</source>
        <translation>图片和标注一起写入，另一个缓存中的保持不变。</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>A group is written whole, and some of it would have to be encoded: {rest}</source>
        <translation>一组作为整体写入，其中一部分需要编码：{rest}</translation>
    </message>
    <message>
        <location filename="../../core/build/restrict_plan.py"/>
        <source>They would have to be encoded: {rest}</source>
        <translation>它们需要编码：{rest}</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>A build needs the config that you train with.</source>
        <translation>构建需要训练所用的配置。</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>A trainer would use no cache: {unwanted}.</source>
        <translation>训练器不会使用任何缓存：{unwanted}。</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>Switch caching on in the trainer&apos;s config to build.</source>
        <translation>在训练器的配置中开启缓存后再构建。</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>None of the caches of this workspace is one that the config&apos;s trainer fills.</source>
        <translation>此工作区的缓存都不是该配置的训练器会填充的。</translation>
    </message>
    <message>
        <location filename="../../core/build/scope.py"/>
        <source>Open the config itself.</source>
        <translation>请直接打开该配置。</translation>
    </message>
    <message>
        <location filename="../../core/build/trial.py"/>
        <source>measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>It was deleted after the plan was made.</source>
        <translation>制定计划后它已删除。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>building pixels</source>
        <translation>正在构建像素</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>building features</source>
        <translation>正在构建特征</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>building waveforms</source>
        <translation>正在构建波形</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>building tokens</source>
        <translation>正在构建词元</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>Its cached file is {error}.</source>
        <translation>其缓存文件{error}。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>It takes {bytes} bytes, more than the budget of the whole cache.</source>
        <translation>它占 {bytes} 字节，超过整个缓存的配额。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>The cache may take {budget} bytes, and the files built from this folder take {taken}.</source>
        <translation>该缓存最多 {budget} 字节，由此文件夹构建的文件占 {taken}。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>The encoder {name} has changed since the plan was made.</source>
        <translation>编码器 {name} 在制定计划后发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>Plan again.</source>
        <translation>请重新制定计划。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>{problem} ({more} more of its pieces failed.)</source>
        <translation>{problem}（另有 {more} 个部分失败。）</translation>
    </message>
    <message>
        <location filename="../../core/build/values/build.py"/>
        <source>The disk of {folder} is nearly full: {free} bytes are free, which are left for the cache&apos;s records.</source>
        <translation>{folder} 所在磁盘几乎已满：剩余 {free} 字节，留给缓存的记录使用。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>loading the encoder</source>
        <translation>正在加载编码器</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>It changed or was deleted after the plan was made, or nothing has to be built for it any more.</source>
        <translation>制定计划后它已更改或删除，或不再需要构建。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>There are {count} {kind} caches in {opened}.</source>
        <translation>{opened} 中有 {count} 个 {kind} 缓存。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Name one of them, for example {path}.</source>
        <translation>请指定其中一个，例如 {path}。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>There is no {word} cache that is built from files.</source>
        <translation>没有由文件构建的 {word} 缓存。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Use one of {words}.</source>
        <translation>请使用以下之一：{words}。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>{opened} is a file, and none of its caches holds such values.</source>
        <translation>{opened} 是文件，其缓存都不含此类值。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Name the folder the cache is to be made in.</source>
        <translation>请指定要在其中创建缓存的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>{opened} is a {kind} cache.</source>
        <translation>{opened} 是 {kind} 缓存。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Name the folder above it, and the {kind} cache is made beside it.</source>
        <translation>请指定其上级文件夹，{kind} 缓存会建在它旁边。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>{folder} exists and is not a {kind} cache.</source>
        <translation>{folder} 已存在，且不是 {kind} 缓存。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>Name another folder for the cache.</source>
        <translation>请为缓存指定另一个文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>{folder} would be among the sources in {sources}.</source>
        <translation>{folder} 会位于 {sources} 的源文件之中。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/plan.py"/>
        <source>The plan is for another cache than {folder}, which is used today.</source>
        <translation>该计划针对的不是当前使用的缓存 {folder}。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/planning.py"/>
        <source>looking for cached files</source>
        <translation>正在查找缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/build/values/planning.py"/>
        <source>reading files</source>
        <translation>正在读取文件</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Files that begin with a dot are hidden.</source>
        <translation>以点开头的文件是隐藏的。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>These files have other extensions.</source>
        <translation>这些文件使用其他扩展名。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Masks and conditioning pictures belong to the pictures beside them.</source>
        <translation>蒙版和条件图像属于旁边的图片。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Its name is not UTF-8, so it cannot be recorded: rename it.</source>
        <translation>文件名不是 UTF-8，无法记录：请重命名。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>The folder {root} cannot be used.</source>
        <translation>文件夹 {root} 无法使用。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>listing files</source>
        <translation>正在列出文件</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>The folder {root} cannot be listed: {reason}.</source>
        <translation>无法列出文件夹 {root}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Name a folder that you may read.</source>
        <translation>请指定一个有读取权限的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>It cannot be listed: {reason}.</source>
        <translation>无法列出：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>It cannot be accessed.</source>
        <translation>无法访问它。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>{value} cannot be read: {reason}.</source>
        <translation>无法读取 {value}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/build/values/sources.py"/>
        <source>Check its permissions and its drive.</source>
        <translation>检查其权限和所在驱动器。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/alike.py"/>
        <source>{other} and {name} would be the same file on a system that ignores upper and lower case.</source>
        <translation>在不区分大小写的系统上，{other} 和 {name} 会是同一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/alike.py"/>
        <source>Rename one of them on the computer that exported the cache, build there, and export again.</source>
        <translation>请在导出缓存的电脑上重命名其中之一，在那里构建，然后重新导出。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>An exported cache can contain up to {most_files} files, and this one has {files}.</source>
        <translation>导出的缓存最多可包含 {most_files} 个文件，而它有 {files} 个。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Free some space there, or choose another disk.</source>
        <translation>请在那里腾出空间，或选择其他磁盘。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{folder} needs {size}, but only {size2} is free on its disk.</source>
        <translation>{folder} 需要 {size}，但其磁盘上只有 {size2} 可用。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Choose a new file.</source>
        <translation>请选择一个新文件。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Choose a new or empty folder.</source>
        <translation>请选择新的或空的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{target} already exists.</source>
        <translation>{target} 已存在。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{target} is not a folder.</source>
        <translation>{target} 不是文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{target} is not empty: it contains {min}.</source>
        <translation>{target} 不是空的，其中有 {min}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{place} is damaged: {damage}. Another copy of it, {copy}, is exported and may be older.</source>
        <translation>{place} 已损坏：{damage}。将导出它的另一个副本 {copy}，该副本可能较旧。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Not cached yet: {what}. The first is {names}.</source>
        <translation>尚未缓存：{what}。第一个是 {names}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Build first: files in the wrong position are moved, not encoded again.</source>
        <translation>请先构建：位置错误的文件会被移动，不会重新编码。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>In {pluralize}, {what} would be trained with what was made from another file. The first is {first}.</source>
        <translation>在 {pluralize} 中，{what}会用由其他文件生成的内容训练。第一个是 {first}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>Build first, or export what is cached.</source>
        <translation>请先构建，或导出已缓存的内容。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} changed since the last build: {stale} and others.</source>
        <translation>{pluralize}自上次构建后发生了变化：{stale} 等。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} changed since the last build: {stale}.</source>
        <translation>{pluralize}自上次构建后发生了变化：{stale}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>and others</source>
        <translation>等</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} would be trained at another size than the config asks for: {other_size} and others.</source>
        <translation>{pluralize}会以不同于配置要求的尺寸训练：{other_size} 等。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} would be trained at another size than the config asks for: {other_size}.</source>
        <translation>{pluralize}会以不同于配置要求的尺寸训练：{other_size}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/checks.py"/>
        <source>{pluralize} cannot be used for training. {said}</source>
        <translation>{pluralize}不能用于训练。{said}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/conversion.py"/>
        <source>{path} changed during the export.</source>
        <translation>{path} 在导出期间发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/conversion.py"/>
        <source>Export again when no program writes into it any more.</source>
        <translation>请在没有程序写入时重新导出。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export.py"/>
        <source>looking at the cache</source>
        <translation>正在查看缓存</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export.py"/>
        <source>exporting {id}</source>
        <translation>正在导出 {id}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export.py"/>
        <source>The index of the {id} cache was written during the export.</source>
        <translation>缓存 {id} 的索引在导出期间被写入。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export.py"/>
        <source>The list of files for {target} would have {size}; the limit is {size2}.</source>
        <translation>{target} 的文件列表将有 {size}，上限为 {size2}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>It is too large to be sent to a worker.</source>
        <translation>它太大，无法发送给工作进程。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>The workers have Larder {other}, and this computer has {one}.</source>
        <translation>工作进程使用 Larder {other}，本机使用 {one}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>Install the same version on each computer.</source>
        <translation>请在每台计算机上安装相同的版本。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>There is not enough memory for a worker.</source>
        <translation>内存不足，无法启动工作进程。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_workers.py"/>
        <source>No worker could export {path}, so this process exported it. {why}</source>
        <translation>没有工作进程能导出 {path}，因此由本进程导出。{why}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_writing.py"/>
        <source>{target} was created by another program in the meantime.</source>
        <translation>{target} 在此期间被其他程序创建。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/export_writing.py"/>
        <source>Choose another file.</source>
        <translation>请选择其他文件。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Copy the exported cache again.</source>
        <translation>请重新复制导出的缓存。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Ask for a cache that Larder exported; copying this one again does not help.</source>
        <translation>请索取由 Larder 导出的缓存；重新复制此缓存没有用。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Do not use it; a cache that Larder exported never contains such files.</source>
        <translation>请勿使用；Larder 导出的缓存绝不会包含这类文件。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>{foreign} exists already and is a different file.</source>
        <translation>{foreign} 已存在，而且是另一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>An import never overwrites a file. Clear that cache first, or choose another folder.</source>
        <translation>导入从不覆盖文件。请先清空那个缓存，或选择其他文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>The concept {name} has different settings in this config.</source>
        <translation>概念 {name} 在此配置中的设置不同。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>OneTrainer would encode it again.</source>
        <translation>OneTrainer 会重新编码它。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>No destination is given for the exported cache.</source>
        <translation>没有为导出的缓存指定目标位置。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Choose a cache folder.</source>
        <translation>请选择缓存文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>importing</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Import again.</source>
        <translation>请重新导入。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>{path} changed while it was being read.</source>
        <translation>{path} 在读取过程中发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>Check the exported cache, then import again.</source>
        <translation>请先检查导出的缓存，然后重新导入。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>The exported cache is damaged: {path}: {problem}</source>
        <translation>导出的缓存已损坏：{path}：{problem}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_bundle.py"/>
        <source>{pluralize} more in the exported cache.</source>
        <translation>导出的缓存中还有{pluralize}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_mapping.py"/>
        <source>No concept of this config has the folder {folder}, so its part of the export would not be used for training.</source>
        <translation>此配置中没有概念使用文件夹 {folder}，因此导出内容中的这一部分不会用于训练。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_mapping.py"/>
        <source>Its concepts have these folders: {listed}.</source>
        <translation>其概念使用以下文件夹：{listed}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/import_mapping.py"/>
        <source>It has no concepts.</source>
        <translation>它没有概念。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/indexes.py"/>
        <source>it is not laid out as Larder exports it, and such an index is read up to {size}</source>
        <translation>它的布局与 Larder 导出的不同，这样的索引最多读取 {size}</translation>
    </message>
    <message>
        <location filename="../../core/bundle/indexes.py"/>
        <source>it begins with a byte order mark</source>
        <translation>它以字节顺序标记开头</translation>
    </message>
    <message>
        <location filename="../../core/bundle/indexes.py"/>
        <source>it is not UTF-8 at byte {start}</source>
        <translation>在第 {start} 字节处不是 UTF-8</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>Export fewer concepts at a time.</source>
        <translation>请一次导出较少的概念。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{bundle} is not an exported cache: it has no {manifest_name}.</source>
        <translation>{bundle} 不是导出的缓存：缺少 {manifest_name}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>Check that its drive is connected and that you have permission to read it.</source>
        <translation>请检查其驱动器是否已连接，以及你是否有读取权限。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{path} lists more than {most_files} files.</source>
        <translation>{path} 列出的文件超过 {most_files} 个。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{path} was written by a newer version of Larder.</source>
        <translation>{path} 由更新版本的 Larder 写入。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>Update Larder.</source>
        <translation>请更新 Larder。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{path} was changed or damaged.</source>
        <translation>{path} 已被更改或损坏。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>{path} lists a file twice, or a file outside the exported cache.</source>
        <translation>{path} 重复列出了某个文件，或列出了导出缓存之外的文件。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/manifest.py"/>
        <source>Do not use it.</source>
        <translation>请勿使用。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>The cache of released OneTrainer does not record which concept a cached file belongs to.</source>
        <translation>正式版 OneTrainer 的缓存不记录缓存文件属于哪个概念。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>Open the config that the cache was made with.</source>
        <translation>请打开创建该缓存时所用的配置。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>There is no image cache.</source>
        <translation>没有图片缓存。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>nothing is cached</source>
        <translation>没有任何缓存</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>a variation is not cached</source>
        <translation>有一个变体未缓存</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>it is not on disk</source>
        <translation>它不在磁盘上</translation>
    </message>
    <message>
        <location filename="../../core/bundle/released.py"/>
        <source>its list cannot be read</source>
        <translation>其列表无法读取</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>No cache has a file with this name.</source>
        <translation>没有缓存包含此名称的文件。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>verifying</source>
        <translation>正在校验</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>There is a link in place of the file.</source>
        <translation>该文件的位置上是一个链接。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>This is {path} under another name.</source>
        <translation>这是换了名称的 {path}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The manifest does not list it.</source>
        <translation>清单中没有列出它。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It is missing.</source>
        <translation>它不存在。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It has {size} bytes instead of {bytes}.</source>
        <translation>它有 {size} 字节，而不是 {bytes} 字节。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>Its content has changed.</source>
        <translation>其内容已更改。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It was made with other settings than the manifest records.</source>
        <translation>它的创建设置与清单中记录的不同。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>Some files were made with settings that the manifest does not record.</source>
        <translation>部分文件的创建设置未记录在清单中。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The indexes and the manifest count different numbers of pictures and captions per concept.</source>
        <translation>索引与清单对每个概念的图片和标注的计数不同。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The index lists it, but the manifest does not.</source>
        <translation>索引中列有它，清单中却没有。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It contains entries for other model types than {model_type}.</source>
        <translation>它包含 {model_type} 之外其他模型类型的条目。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It lists {nameless}, which is not a valid file name.</source>
        <translation>它列出了 {nameless}，这不是有效的文件名。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It lists {astray}, which is outside its folder.</source>
        <translation>它列出了 {astray}，该文件位于其文件夹之外。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It lists {name}, which is not a cached file.</source>
        <translation>它列出了 {name}，而那不是缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The manifest does not record what it was made from.</source>
        <translation>清单没有记录它由什么创建。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>The cache contains it, but the manifest does not list it.</source>
        <translation>缓存中有它，但清单中没有列出。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It contains the absolute path {absolute}.</source>
        <translation>它包含绝对路径 {absolute}。</translation>
    </message>
    <message>
        <location filename="../../core/bundle/verify.py"/>
        <source>It has {count} entries, but the manifest records {entries}.</source>
        <translation>它有 {count} 个条目，但清单记录的是 {entries} 个。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>No concept is enabled, so it is not known what was cached.</source>
        <translation>没有启用的概念，因此不知道缓存了什么。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>There is no cached file in {path} of a concept that is enabled.</source>
        <translation>{path} 中没有任何已启用概念的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>There is no cached file in {path}.</source>
        <translation>{path} 中没有缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>of a concept that is enabled</source>
        <translation>属于已启用概念的</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>There is nothing to record.</source>
        <translation>没有可记录的内容。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>The cache {folder} has changed.</source>
        <translation>缓存 {folder} 发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>Look at it again.</source>
        <translation>请重新查看。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>Without a config, Larder cannot record how cached files were made.</source>
        <translation>没有配置，Larder 无法记录缓存文件的创建方式。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>There is no cache {store}.</source>
        <translation>没有名为 {store} 的缓存。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>Caches here: {there}.</source>
        <translation>此处的缓存：{there}。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>The names of the cached files of {store} already show how they were made.</source>
        <translation>{store} 的缓存文件名已说明其生成方式。</translation>
    </message>
    <message>
        <location filename="../../core/clean/assume.py"/>
        <source>Only a cache that OneTrainer reads needs this record.</source>
        <translation>只有 OneTrainer 读取的缓存才需要此记录。</translation>
    </message>
    <message>
        <location filename="../../core/clean/clean.py"/>
        <source>The cache {folder}</source>
        <translation>缓存 {folder}</translation>
    </message>
    <message>
        <location filename="../../core/clean/clean_folder.py"/>
        <source>moving files</source>
        <translation>正在移动文件</translation>
    </message>
    <message>
        <location filename="../../core/clean/clean_folder.py"/>
        <source>The clean of {folder}</source>
        <translation>清理 {folder}</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>The config {name} needs it.</source>
        <translation>配置 {name} 需要它。</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>{path} is not a config, so what it needs is not known.</source>
        <translation>{path} 不是配置，因此无法得知它需要什么。</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>Name a config.</source>
        <translation>请指定一个配置。</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>The concept file {file} of {path} is missing, so what that config needs is not known.</source>
        <translation>{path} 的概念文件 {file} 不存在，因此无法得知该配置需要什么。</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>Put it back, or leave the config out.</source>
        <translation>把它放回去，或去掉该配置。</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>The config {path} uses none of these caches, so there is nothing to keep for it.</source>
        <translation>配置 {path} 不使用这些缓存，因此没有要为它保留的内容。</translation>
    </message>
    <message>
        <location filename="../../core/clean/keep_for.py"/>
        <source>Leave it out.</source>
        <translation>请去掉它。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan.py"/>
        <source>The selection has {size} items, the plan {count}.</source>
        <translation>所选项目为 {size} 个，计划中为 {count} 个。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan.py"/>
        <source>Select from the plan that is applied.</source>
        <translation>请从要执行的计划中选择。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>It is removed only if you tick it or name the other configs that share this cache.</source>
        <translation>只有勾选它，或列出共用此缓存的其他配置时，它才会被移除。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>Its date is in the future, so its age is not known.</source>
        <translation>其日期在未来，因此无法得知存在时间。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>It is {hours} old, less than the minimum age of {hours2}; it may still be in use.</source>
        <translation>它只存在了 {hours}，短于最短存在时间 {hours2}；可能仍在使用。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{value}. Its source will have to be encoded again.</source>
        <translation>{value}。其源文件需要重新编码。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>This group belongs to no concept that is known.</source>
        <translation>此组不属于任何已知的概念。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{why} A whole group is removed only if you tick it.</source>
        <translation>{why}整组只有在勾选后才会移除。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>The folder {spelled} {unreachable}.</source>
        <translation>文件夹 {spelled} {unreachable}。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>Files of the folder {spelled} cannot be read.</source>
        <translation>文件夹 {spelled} 中的文件无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{gone} of {indexed} {get} of {where} are gone.</source>
        <translation>{where} 中 {indexed} 个{get}里有 {gone} 个已不存在。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>It can still be used, whatever the list of another program says.</source>
        <translation>无论其他程序的清单怎么写，它仍可使用。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>The cache has no index that can be read, so it is not known what is needed.</source>
        <translation>该缓存没有可读的索引，因此不知道需要什么。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>The index was recovered from {copy} and may lack rows.</source>
        <translation>索引从 {copy} 恢复，可能缺少若干行。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>Not every file that is not cached could be read, and one may need it.</source>
        <translation>并非所有尚未缓存的文件都能读取，其中某个可能需要它。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{unindexed} of {payloads} cached files are in no index, as if an index had been lost.</source>
        <translation>{payloads} 个缓存文件中有 {unindexed} 个不在任何索引中，像是丢失了索引。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>No config was given, so it is not known which files may need it.</source>
        <translation>没有给出配置，因此无法得知哪些源文件可能需要它。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>No concept is known, so it is not known which files may need it.</source>
        <translation>不知道任何概念，因此无法得知哪些源文件可能需要它。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{unreachable} A file in it may need this one.</source>
        <translation>{unreachable}其中的文件可能需要它。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>The folder {path} is missing.</source>
        <translation>文件夹 {path} 不存在。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{value} minutes</source>
        <translation>{value} 分钟</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_clean.py"/>
        <source>{hours} hours</source>
        <translation>{hours} 小时</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_document.py"/>
        <source>The plan {path} cannot be read: {reason}.</source>
        <translation>无法读取计划 {path}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_document.py"/>
        <source>The file {path} is not a clean plan: {error}.</source>
        <translation>文件 {path} 不是清理计划：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_document.py"/>
        <source>The file {path} has the schema {schema}.</source>
        <translation>文件 {path} 的格式为 {schema}。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_document.py"/>
        <source>The plan {path} names an unknown {error}.</source>
        <translation>计划 {path} 中有未知的 {error}。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_prune.py"/>
        <source>The {id} cache does not record when its files were used, so it is neither counted nor pruned.</source>
        <translation>缓存 {id} 不记录文件的使用时间，因此既不计入也不精简。</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_prune.py"/>
        <source>listing cached files</source>
        <translation>正在列出缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/clean/plan_prune.py"/>
        <source>This workspace has {known}.</source>
        <translation>此工作区有 {known}。</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>A clean does not remove files with this name.</source>
        <translation>清理不会移除这样命名的文件。</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>Only the plan says that it may be removed.</source>
        <translation>只有计划说它可以移除。</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>An entry uses it.</source>
        <translation>有条目使用它。</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>One of your files has its content; it can be relinked.</source>
        <translation>你的某个文件与其内容相同；可以重新关联。</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>It was used after the plan was made.</source>
        <translation>制定计划后它被使用过。</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>It can be read completely.</source>
        <translation>它可以完整读取。</translation>
    </message>
    <message>
        <location filename="../../core/clean/recheck.py"/>
        <source>Its source {back} exists again.</source>
        <translation>其源文件 {back} 又出现了。</translation>
    </message>
    <message>
        <location filename="../../core/compare/copies.py"/>
        <source>comparing copies</source>
        <translation>正在比较副本</translation>
    </message>
    <message>
        <location filename="../../core/compare/copies.py"/>
        <source>{names} is the better copy: {why}.</source>
        <translation>{names} 是更好的副本：{why}。</translation>
    </message>
    <message>
        <location filename="../../core/compare/copies.py"/>
        <source>{names} is the best copy. Compared with {names2}: {why}.</source>
        <translation>{names} 是最好的副本。与 {names2} 相比：{why}。</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>mirrored left to right</source>
        <translation>左右镜像</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>rotated 90° clockwise</source>
        <translation>顺时针旋转 90°</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>rotated 180°</source>
        <translation>旋转 180°</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>rotated 90° counterclockwise</source>
        <translation>逆时针旋转 90°</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>mirrored top to bottom</source>
        <translation>上下镜像</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>mirrored and rotated 90° clockwise</source>
        <translation>镜像并顺时针旋转 90°</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>mirrored and rotated 90° counterclockwise</source>
        <translation>镜像并逆时针旋转 90°</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>in the config&apos;s concept</source>
        <translation>属于配置中的概念</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>larger in pixels</source>
        <translation>像素更多</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>less compressed</source>
        <translation>压缩更少</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>with a caption</source>
        <translation>有标注</translation>
    </message>
    <message>
        <location filename="../../core/compare/copy_facts.py"/>
        <source>older by its date</source>
        <translation>日期更早</translation>
    </message>
    <message>
        <location filename="../../core/compare/document.py"/>
        <source>Training and validation both use this picture, so the validation loss looks better than it is. Take it out of one of the two concepts.</source>
        <translation>训练和验证都使用这张图片，因此验证损失显得比实际更好。请从其中一个概念移除它。</translation>
    </message>
    <message>
        <location filename="../../core/compare/near.py"/>
        <source>The threshold is a number from 0 to {most_threshold}, not {threshold}.</source>
        <translation>阈值应为 0 到 {most_threshold} 的数，而不是 {threshold}。</translation>
    </message>
    <message>
        <location filename="../../core/compare/near.py"/>
        <source>The higher it is, the less alike pictures have to be.</source>
        <translation>值越高，图片相似度要求越低。</translation>
    </message>
    <message>
        <location filename="../../core/compare/near.py"/>
        <source>looking at pictures</source>
        <translation>正在查看图片</translation>
    </message>
    <message>
        <location filename="../../core/compare/near.py"/>
        <source>comparing pictures</source>
        <translation>正在比较图片</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>the cache is in another folder</source>
        <translation>缓存位于另一个文件夹</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>other pictures or captions are asked for</source>
        <translation>需要其他图片或标注</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it decides what is cached</source>
        <translation>它决定缓存的内容</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>another size is asked for</source>
        <translation>需要另一种尺寸</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>the cached files lack a part that is asked for</source>
        <translation>缓存文件缺少所需的部分</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>more variations are asked for</source>
        <translation>需要更多变体</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>OneTrainer empties this cache at its next start and caches all of it again, no matter what was built before</source>
        <translation>无论之前构建了什么，OneTrainer 都会在下次启动时清空此缓存并重新缓存全部内容</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>while it is off, the caches are not used, and stay as good as before</source>
        <translation>关闭期间不使用缓存，缓存仍与之前一样有效</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it only says where things are made, not what is made</source>
        <translation>它只说明在哪里生成，不影响内容</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it is stored beside the cached files and does not affect their content</source>
        <translation>它保存在缓存文件旁边，不影响其内容</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it has no effect with this model and these settings</source>
        <translation>对此模型和这些设置没有影响</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>it does not affect what is cached</source>
        <translation>它不影响任何缓存内容</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>{pluralize} would be up to date again</source>
        <translation>{pluralize}将重新变为最新</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>{pluralize} would stay, unused</source>
        <translation>{pluralize}将闲置保留</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>OneTrainer alone looks for {anew} samples under another name and caches them again; a build moves the existing files</source>
        <translation>仅用 OneTrainer 时，会以另一名称查找 {anew} 个样本并重新缓存；构建则会移动现有文件</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>the cached {plural} have what it asks for</source>
        <translation>已缓存的{plural}已符合要求</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>no cached {plural} are affected</source>
        <translation>不影响任何已缓存的{plural}</translation>
    </message>
    <message>
        <location filename="../../core/compare/plan.py"/>
        <source>Without a config there is nothing to compare with.</source>
        <translation>没有配置就无从比较。</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/difference.py"/>
        <source>{name} is {shape}, and the model makes {shape2}</source>
        <translation>{name} 为 {shape}，而模型生成的是 {shape2}</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>Nothing can be compared: its files record how they were made, or were made from other sources.</source>
        <translation>没有可比较的内容：其文件自身已记录生成方式，或由其他源文件生成。</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>Some of its files are made as the config asks and some are not, so nothing is recorded. Compare more of them, or build them again.</source>
        <translation>其中一部分文件符合配置要求，另一部分不符合，因此未作记录。请比较更多文件，或重新生成。</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>None of the settings that were tried reproduces what is cached.</source>
        <translation>尝试过的设置都无法得到缓存中的内容。</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>{shape}. None of the settings that were tried reproduces what is cached.</source>
        <translation>{shape}。尝试过的设置都无法得到缓存中的内容。</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>trying other settings</source>
        <translation>正在尝试其他设置</translation>
    </message>
    <message>
        <location filename="../../core/compare/proof/prove.py"/>
        <source>other weights</source>
        <translation>其他权重</translation>
    </message>
    <message>
        <location filename="../../core/compare/sharing.py"/>
        <source>comparing contents</source>
        <translation>正在比较内容</translation>
    </message>
    <message>
        <location filename="../../core/compare/sharing.py"/>
        <source>comparing captions</source>
        <translation>正在比较标注</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_lock.py"/>
        <source>Another Larder process is making the sample workspace in {folder}.</source>
        <translation>另一个 Larder 进程正在 {folder} 中创建示例工作区。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_lock.py"/>
        <source>Wait until it is done, then try again.</source>
        <translation>等它完成后重试。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>{folder} cannot be used as a folder: {reason}.</source>
        <translation>{folder} 无法用作文件夹：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>Choose a new or empty folder for the sample workspace.</source>
        <translation>请为示例工作区选择新的或空的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>{folder} is not empty and is not a sample workspace.</source>
        <translation>{folder} 不是空的，也不是示例工作区。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>{value} does not belong to the sample workspace.</source>
        <translation>{value} 不属于示例工作区。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>Move it elsewhere first, or make the sample in another folder.</source>
        <translation>先把它移到别处，或在另一个文件夹中创建示例。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>Choose another folder, or delete this one yourself.</source>
        <translation>请选择另一个文件夹，或自行删除此文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_marker.py"/>
        <source>{folder} is a sample workspace of another version of Larder ({marker}).</source>
        <translation>{folder} 是另一版本 Larder 的示例工作区（{marker}）。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_sources.py"/>
        <source>still life</source>
        <translation>静物</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_sources.py"/>
        <source>first build</source>
        <translation>首次构建</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_sources.py"/>
        <source>before the build</source>
        <translation>构建之前</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_sources.py"/>
        <source>years ago</source>
        <translation>年前</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>looking at the folder</source>
        <translation>正在查看文件夹</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>PyTorch is not installed, and the caches of the sample are written with it.</source>
        <translation>未安装 PyTorch，而示例的缓存要用它写入。</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>writing pictures</source>
        <translation>正在写入图片</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>writing sounds and texts</source>
        <translation>正在写入声音和文本</translation>
    </message>
    <message>
        <location filename="../../core/demo/sample_workspace.py"/>
        <source>filling other caches</source>
        <translation>正在填充其他缓存</translation>
    </message>
    <message>
        <location filename="../../core/demo/trainer_caches.py"/>
        <source>The sample workspace {root} is incomplete: one of its files could not be read for a moment.</source>
        <translation>示例工作区 {root} 不完整：其中一个文件一时无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/demo/trainer_caches.py"/>
        <source>Create it again; existing files are replaced.</source>
        <translation>请重新创建；已有的文件会被替换。</translation>
    </message>
    <message>
        <location filename="../../core/demo/value_caches.py"/>
        <source>windowed sinc</source>
        <translation>加窗 sinc</translation>
    </message>
    <message>
        <location filename="../../core/demo/value_caches.py"/>
        <source>{name} has {value} bits per sample.</source>
        <translation>{name} 每个采样为 {value} 位。</translation>
    </message>
    <message>
        <location filename="../../core/demo/value_caches.py"/>
        <source>{name} cannot be decoded: {error}.</source>
        <translation>无法解码 {name}：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/demo/value_caches.py"/>
        <source>{name} has {rate} samples per second.</source>
        <translation>{name} 的采样率为每秒 {rate}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{rate} is not a sample rate.</source>
        <translation>{rate} 不是有效的采样率。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Choose 1 Hz or more.</source>
        <translation>请选择 1 Hz 或更高。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Clips cannot be cut to {max_seconds} s.</source>
        <translation>无法将片段截断为 {max_seconds} 秒。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Choose a longer time.</source>
        <translation>请选择更长的时间。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Reading audio</source>
        <translation>读取音频</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{name} has {rate} samples per second, but {sample_rate} are needed. Allow resampling, or convert the file.</source>
        <translation>{name} 每秒有 {rate} 个采样，但需要 {sample_rate} 个。请允许重采样，或转换该文件。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{name} cannot be decoded: {error}</source>
        <translation>无法解码 {name}：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{name} contains no samples.</source>
        <translation>{name} 不包含采样。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>{name} contains samples that are not numbers.</source>
        <translation>{name} 包含不是数字的采样。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>The feature extractor {name} takes {rate} samples per second, not {sample_rate}.</source>
        <translation>特征提取器 {name} 使用每秒 {rate} 的采样率，而不是 {sample_rate}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/audio.py"/>
        <source>Leave out the sample rate.</source>
        <translation>请不要填写采样率。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/checkpoints.py"/>
        <source>OpenCLIP without its last layer</source>
        <translation>去掉最后一层的 OpenCLIP</translation>
    </message>
    <message>
        <location filename="../../core/encoders/checkpoints.py"/>
        <source>{name} contains a quantised text encoder ({name2}), which Larder cannot convert back.</source>
        <translation>{name} 包含量化的文本编码器（{name2}），Larder 无法将其还原。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>base model</source>
        <translation>基础模型</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>The config leaves out every text encoder whose captions it caches.</source>
        <translation>该配置省略了它要缓存标注的所有文本编码器。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>The LoRA {name} changes the text encoders or cannot be read, and Larder does not apply it.</source>
        <translation>LoRA {name} 会改变文本编码器或无法读取，Larder 不会应用它。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>Let the trainer build the text cache.</source>
        <translation>请让训练器构建文本缓存。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/config_encoders.py"/>
        <source>patch-means {content}</source>
        <translation>patch-means {content}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>PyTorch finds no NVIDIA or AMD graphics card here, or no driver for it.</source>
        <translation>PyTorch 在此找不到 NVIDIA 或 AMD 显卡，或找不到其驱动程序。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>The PyTorch installed here supports only the CPU.</source>
        <translation>此处安装的 PyTorch 只支持 CPU。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>It exists only on Macs with Apple processors.</source>
        <translation>它只在搭载 Apple 处理器的 Mac 上提供。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>{weights} instead of {asked}</source>
        <translation>{weights}，而不是 {asked}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>There is no number type &quot;{name}&quot;.</source>
        <translation>没有名为“{name}”的数值类型。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>It must be one of {known}.</source>
        <translation>必须是 {known} 之一。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>&quot;{key}&quot; in the config is {name}.</source>
        <translation>配置中的“{key}”为 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>There is no device &quot;{asked}&quot;: {error}</source>
        <translation>没有设备“{asked}”：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>&quot;{workers}&quot; is not a number of workers.</source>
        <translation>“{workers}”不是有效的工作进程数量。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/device.py"/>
        <source>&quot;{cards}&quot; is not a number of graphics cards.</source>
        <translation>“{cards}”不是有效的显卡数量。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/draws.py"/>
        <source>The special tags in {path} cannot be read: {reason}.</source>
        <translation>无法读取 {path} 中的特殊标签：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/draws.py"/>
        <source>Save the file as UTF-8.</source>
        <translation>请将文件保存为 UTF-8。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/draws.py"/>
        <source>A concept has no tag delimiter, so its prompts cannot be split into tags.</source>
        <translation>某个概念没有标签分隔符，因此其提示词无法拆分为标签。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/draws.py"/>
        <source>Give the concept a tag delimiter, or switch off its tag options.</source>
        <translation>请为该概念设置标签分隔符，或关闭其标签选项。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>Download the VAE again; it is incomplete.</source>
        <translation>请重新下载该 VAE；它不完整。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path} is made for pictures with a frame axis, but this model type is not.</source>
        <translation>{path} 中的 {class_name} 用于带帧轴的图片，而此模型类型不是。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path} is made for pictures without a frame axis, but this model type is not.</source>
        <translation>{path} 中的 {class_name} 用于不带帧轴的图片，而此模型类型不是。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path} makes latents of {found}x{found2} from a picture of {size}x{size2}, but this model type needs 1/{stride} of the picture size.</source>
        <translation>{path} 中的 {class_name} 由 {size}x{size2} 的图片得到 {found}x{found2} 的潜变量，而此模型类型需要图片尺寸的 1/{stride}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path} makes latents with {channels} channels, but this one has {shape}.</source>
        <translation>{path} 中的 {class_name} 生成 {channels} 通道的潜变量，而这个有 {shape} 个通道。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>Choose the VAE that it was made with.</source>
        <translation>请选择创建它时所用的 VAE。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The {class_name} in {path}</source>
        <translation>{path} 中的 {class_name}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The weights belong to another model or are damaged. Download the VAE again.</source>
        <translation>权重属于其他模型或已损坏。请重新下载该 VAE。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>Encoding pictures</source>
        <translation>编码图片</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The config of the VAE in {path} does not fit {class_name}: {error}</source>
        <translation>{path} 中 VAE 的配置与 {class_name} 不符：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The weights in {path} cannot be read: their pickle is damaged or would run code.</source>
        <translation>无法读取 {path} 中的权重：其 pickle 已损坏或会运行代码。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/image_latents.py"/>
        <source>The weights in {path} cannot be read: {error}</source>
        <translation>无法读取 {path} 中的权重：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The model {path} is neither a folder nor a .safetensors file.</source>
        <translation>模型 {path} 既不是文件夹也不是 .safetensors 文件。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The model {path} is missing.</source>
        <translation>模型 {path} 不存在。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The config names no {what}.</source>
        <translation>配置没有指定{what}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The {what} &quot;{name}&quot; of the config is not on this computer, neither as a folder nor in the Hugging Face cache, and Larder downloads nothing. Download it once: hf download {name2}</source>
        <translation>配置中的{what}“{name}”不在本机上，既没有该文件夹，也不在 Hugging Face 缓存中，而 Larder 不下载任何内容。请下载一次：hf download {name2}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>The {what} &quot;{name}&quot; of the config is not on this computer, neither as a folder nor in the Hugging Face cache, and Larder downloads nothing.</source>
        <translation>配置中的{what}“{name}”不在本机上，既没有该文件夹，也不在 Hugging Face 缓存中，而 Larder 不下载任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>There is no encoder &quot;{encoder}&quot;.</source>
        <translation>没有编码器“{encoder}”。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>{folder} lacks {missing}.</source>
        <translation>{folder} 缺少 {missing}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>{folder} contains no weights ({names}).</source>
        <translation>{folder} 不包含权重（{names}）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>{index} lists no weights.</source>
        <translation>{index} 没有列出任何权重。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/model_files.py"/>
        <source>{path} is a pickle, which can run any code when it is opened. Larder opens only .safetensors.</source>
        <translation>{path} 是 pickle，打开时可能运行任意代码。Larder 只打开 .safetensors。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/open_value_encoder.py"/>
        <source>an image processor</source>
        <translation>图像处理器</translation>
    </message>
    <message>
        <location filename="../../core/encoders/open_value_encoder.py"/>
        <source>a feature extractor</source>
        <translation>特征提取器</translation>
    </message>
    <message>
        <location filename="../../core/encoders/open_value_encoder.py"/>
        <source>Such a cache needs {what}.</source>
        <translation>此类缓存需要{what}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/open_value_encoder.py"/>
        <source>Choose one (&quot;{example}&quot;), or a folder with its settings.</source>
        <translation>请选择一个（“{example}”），或选择包含其设置的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>torchvision does not match this PyTorch: uninstall it, or install a version that matches.</source>
        <translation>torchvision 与此 PyTorch 不匹配：请将其卸载，或安装匹配的版本。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>Install into the Python in {prefix}: {wanted}</source>
        <translation>请安装到 {prefix} 中的 Python：{wanted}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>To fix this, run: {interpreter} -m pip install --upgrade {wanted}</source>
        <translation>要解决此问题，请运行：{interpreter} -m pip install --upgrade {wanted}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>{purpose} needs the package {name}: {error}</source>
        <translation>{purpose}需要软件包 {name}：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>The package {called} {version} has no {name}.</source>
        <translation>软件包 {called} {version} 中没有 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>The package {called} cannot load {name}: {error}</source>
        <translation>软件包 {called} 无法加载 {name}：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>{what} cannot be loaded: {error}</source>
        <translation>无法加载{what}：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>has a different shape for</source>
        <translation>的形状不同，涉及</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>does not use</source>
        <translation>不使用</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>{what} {lacks} the weights {listed} and {value} more.</source>
        <translation>{what}{lacks}权重 {listed} 以及另外 {value} 个。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/packages.py"/>
        <source>{what} {lacks} the weights {listed}.</source>
        <translation>{what}{lacks}权重 {listed}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/patch_means.py"/>
        <source>UTF-8 bytes between two marks</source>
        <translation>两个标记之间的 UTF-8 字节</translation>
    </message>
    <message>
        <location filename="../../core/encoders/patch_means.py"/>
        <source>The built-in encoder cannot build for {model_type}.</source>
        <translation>内置编码器不能为 {model_type} 构建。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/patch_means.py"/>
        <source>It is only for workspaces whose model_type is LARDER_PATCH_MEANS.</source>
        <translation>它仅用于 model_type 为 LARDER_PATCH_MEANS 的工作区。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>{name} has 16 bits per channel, which the trainer reads incorrectly. Save it with 8.</source>
        <translation>{name} 每通道 16 位，训练器会读错。请存为 8 位。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>{name} has {width} × {height} pixels; the limit is {value} million.</source>
        <translation>{name} 有 {width} × {height} 像素，上限为 {value} 百万。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>{name} is not a readable picture.</source>
        <translation>{name} 不是可读取的图片。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>{name} is damaged: {error}.</source>
        <translation>{name} 已损坏：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/picture_files.py"/>
        <source>A picture</source>
        <translation>一张图片</translation>
    </message>
    <message>
        <location filename="../../core/encoders/pictures.py"/>
        <source>A mask of {width}x{height} pixels cannot be divided into squares of {square}.</source>
        <translation>{width}x{height} 像素的蒙版无法划分为 {square} 的方块。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Choose the folder of a model, or download it again.</source>
        <translation>请选择模型的文件夹，或重新下载它。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>image processor</source>
        <translation>图像处理器</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Pil</source>
        <translation>Pil</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>feature extractor</source>
        <translation>特征提取器</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>There is no {what} &quot;{model}&quot; and no folder of this name.</source>
        <translation>没有{what}“{model}”，也没有此名称的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Known names are {names}. Otherwise choose a local folder.</source>
        <translation>已知的名称有 {names}。否则请选择本地文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} cannot be loaded: {error}</source>
        <translation>无法加载{what} {name}：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{name} cannot be processed: {error}</source>
        <translation>无法处理 {name}：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{name} returned {name2} in several shapes, which do not form one array.</source>
        <translation>{name} 返回了多种形状的 {name2}，无法组成一个数组。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Choose another {what}.</source>
        <translation>请选择其他{what}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} cannot work with {sources} alone: {error}</source>
        <translation>{what} {name} 无法仅用 {sources} 工作：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} returns no {members}.</source>
        <translation>{what} {name} 不返回 {members}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} returns different {values} each time.</source>
        <translation>{what} {name} 每次返回的{values}都不同。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The config in {folder} does not name its {what} ({type_fields}).</source>
        <translation>{folder} 中的配置没有指定其{what}（{type_fields}）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{folder} contains a {stated}, but no {what}.</source>
        <translation>{folder} 包含 {stated}，但没有{what}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{folder} has no {config_name}.</source>
        <translation>{folder} 中没有 {config_name}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{path} is not a JSON object.</source>
        <translation>{path} 不是 JSON 对象。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>{name} is a {base}, for which the installed transformers has no {what}.</source>
        <translation>{name} 是 {base}，已安装的 transformers 没有对应的{what}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>The {what} {name} ({base}) needs the package {lower}.</source>
        <translation>{what} {name}（{base}）需要软件包 {lower}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/processors.py"/>
        <source>Choose one that does not need it, or install it.</source>
        <translation>请选择不需要它的，或安装它。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>Row {value} of {name} has {count} ids; the limit is {length}.</source>
        <translation>{name} 的第 {value} 行有 {count} 个 ID，上限为 {length}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>A row of {length} ids has no space for text.</source>
        <translation>{length} 个 ID 的行放不下文本。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>Choose {fewest} ids or more.</source>
        <translation>请选择 {fewest} 个或更多 ID。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>There is no tokenizer &quot;{model}&quot; and no folder of this name.</source>
        <translation>没有分词器“{model}”，也没有此名称的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The only known name is bytes. Otherwise choose a local folder.</source>
        <translation>唯一已知的名称是 bytes。否则请选择本地文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The tokenizer {name} is not on this computer.</source>
        <translation>分词器 {name} 不在此电脑上。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The tokenizer {name} is no longer in {folder}.</source>
        <translation>分词器 {name} 已不在 {folder} 中。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The tokenizer in {folder} cannot be read: {error}</source>
        <translation>无法读取 {folder} 中的分词器：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/section_tokens.py"/>
        <source>The tokenizer in {folder} is not the one that made these ids.</source>
        <translation>{folder} 中的分词器不是生成这些 ID 的那个。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>The text encoder has {layers} layers, too few for the config&apos;s {key}.</source>
        <translation>文本编码器有 {layers} 层，少于配置的 {key} 所需。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>The text encoder has {layers} layers, too few for this model type.</source>
        <translation>文本编码器有 {layers} 层，少于此模型类型所需。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>Lower this setting, or choose another model.</source>
        <translation>请调低此设置，或选择其他模型。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>Choose another model.</source>
        <translation>请选择其他模型。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>Encoding prompts</source>
        <translation>编码提示词</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>The prompt uses the trained embedding {placeholder}, which Larder does not load. Leave this caption to the trainer.</source>
        <translation>该提示词使用了训练过的嵌入 {placeholder}，Larder 不会加载它。请将此标注留给训练器。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>The text encoder in {model}</source>
        <translation>{model} 中的文本编码器</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>They belong to another model, or another version of transformers saved them.</source>
        <translation>它们属于其他模型，或由其他版本的 transformers 保存。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>This version of transformers stores the final norm of {model_class} elsewhere.</source>
        <translation>此版本的 transformers 将 {model_class} 的最终归一化层存放在别处。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>Install the version that the trainer uses.</source>
        <translation>请安装训练器所用的版本。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_embeddings.py"/>
        <source>This version of transformers numbers the layers of {model_class} ({folder}) differently from the trainer.</source>
        <translation>此版本的 transformers 对 {model_class}（{folder}）的层编号与训练器不同。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Qwen3 without a language head</source>
        <translation>去掉语言头的 Qwen3</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Mistral 3</source>
        <translation>Mistral 3</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Mistral 3 without a language head</source>
        <translation>去掉语言头的 Mistral 3</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Llama</source>
        <translation>Llama</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Llama without a language head</source>
        <translation>去掉语言头的 Llama</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_families.py"/>
        <source>Gemma 2</source>
        <translation>Gemma 2</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_sections.py"/>
        <source>{name} is not UTF-8: byte {start} is not valid.</source>
        <translation>{name} 不是 UTF-8：第 {start} 字节无效。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>Download the text encoder&apos;s folder again; it is incomplete.</source>
        <translation>请重新下载该文本编码器的文件夹；它不完整。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>This config caches no captions, because every text encoder is trained.</source>
        <translation>此配置不缓存标注，因为所有文本编码器都要训练。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>&quot;{length_key}&quot; in the config is {length}, which is below 1.</source>
        <translation>配置中的“{length_key}”是 {length}，小于 1。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>{folder} contains a model of type {model_type}, but a {kinds} text encoder is needed.</source>
        <translation>{folder} 包含类型为 {model_type} 的模型，但需要 {kinds} 文本编码器。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>{folder} contains a {architectures}, but a {family} text encoder ({model_class}) is needed.</source>
        <translation>{folder} 包含 {architectures}，但需要 {family} 文本编码器（{model_class}）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>Download the model&apos;s folder again.</source>
        <translation>请重新下载该模型的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>There is no {kinds} text encoder ({model_folder}) in {list_folders}.</source>
        <translation>{list_folders} 中没有 {kinds} 文本编码器（{model_folder}）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>There is no {kinds} text encoder ({model_folder}).</source>
        <translation>没有 {kinds} 文本编码器（{model_folder}）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/text_settings.py"/>
        <source>There is no tokenizer ({tokenizer_folder}) for the text encoder in {model}.</source>
        <translation>{model} 中的文本编码器没有分词器（{tokenizer_folder}）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>Download the tokenizer&apos;s folder again; it is incomplete.</source>
        <translation>请重新下载该分词器的文件夹；它不完整。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} has no padding token.</source>
        <translation>{folder} 中的分词器没有填充词元。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} has no chat template.</source>
        <translation>{folder} 中的分词器没有聊天模板。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>There is no T5 tokenizer in {folder}.</source>
        <translation>{folder} 中没有 T5 分词器。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} knows {known} tokens, but the {family} text encoder has {expected}: its vocabulary is missing or belongs to another model.</source>
        <translation>{folder} 中的分词器有 {known} 个词元，而 {family} 文本编码器有 {expected} 个：其词表缺失或属于其他模型。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} has no merges, so it would split every word into letters.</source>
        <translation>{folder} 中的分词器没有 merges，会把每个词拆成字母。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} needs the package sentencepiece.</source>
        <translation>{folder} 中的分词器需要软件包 sentencepiece。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} does not define the length of a prompt (model_max_length).</source>
        <translation>{folder} 中的分词器没有定义提示词长度（model_max_length）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder}</source>
        <translation>{folder} 中的分词器</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} has no fast version, so it cannot be compared.</source>
        <translation>{folder} 中的分词器没有快速版本，因此无法比较。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>Character {value} of the prompt is not valid text.</source>
        <translation>提示词的第 {value} 个字符不是有效文本。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer makes {count} tokens from the text after a prompt, but the model expects {suffix_tokens}: it belongs to another model.</source>
        <translation>该分词器把提示词之后的文本分为 {count} 个词元，而模型需要 {suffix_tokens} 个：它属于其他模型。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} does not know the model&apos;s end token {ends}.</source>
        <translation>{folder} 中的分词器不认识模型的结束词元 {ends}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>It belongs to another model, or a part of it is missing.</source>
        <translation>它属于其他模型，或缺少一部分。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} ends a text with token {last}, but the model expects token {ends}.</source>
        <translation>{folder} 中的分词器以词元 {last} 结束文本，而模型需要词元 {ends}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} ends a text with nothing, but the model expects token {ends}.</source>
        <translation>{folder} 中的分词器不添加结束词元，而模型需要词元 {ends}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>A text cannot be tokenized: {error}</source>
        <translation>无法对文本分词：{error}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>{folder} contains no vocabulary ({vocabulary_files}).</source>
        <translation>{folder} 不包含词表（{vocabulary_files}）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>Choose a tokenizer&apos;s folder.</source>
        <translation>请选择分词器的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} knows only special tokens: its vocabulary is missing.</source>
        <translation>{folder} 中的分词器只有特殊词元：缺少词表。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} knows {known} tokens, but its files mention {expected}: its vocabulary is missing or belongs to another model.</source>
        <translation>{folder} 中的分词器有 {known} 个词元，但其文件中提到 {expected} 个：其词表缺失或属于其他模型。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/tokenizers.py"/>
        <source>The tokenizer in {folder} does not know its end token {wanted}.</source>
        <translation>{folder} 中的分词器不认识自己的结束词元 {wanted}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>Download the folder again; it is incomplete.</source>
        <translation>请重新下载该文件夹；它不完整。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>stabilityai/stable-cascade {efficient_net_file}</source>
        <translation>stabilityai/stable-cascade {efficient_net_file}</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>There is no VAE in {listed}.</source>
        <translation>{listed} 中没有 VAE。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>{base} contains no VAE.</source>
        <translation>{base} 不包含 VAE。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>The {what} &quot;{name}&quot; of the config ({path}) contains no EfficientNet that Larder knows.</source>
        <translation>配置中的{what}“{name}”（{path}）不包含 Larder 认识的 EfficientNet。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>The {what} &quot;{name}&quot; of the config ({path}) contains no VAE that Larder knows.</source>
        <translation>配置中的{what}“{name}”（{path}）不包含 Larder 认识的 VAE。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>{folder} contains a VAE of the class {class_name}, which Larder does not know.</source>
        <translation>{folder} 包含类为 {class_name} 的 VAE，Larder 不认识它。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vae_files.py"/>
        <source>It knows {vae_classes}.</source>
        <translation>它认识 {vae_classes}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>{size}x{size2} is not a picture size.</source>
        <translation>{size}x{size2} 不是有效的图片尺寸。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>The image processor {name} returns {shape}x{shape2} pixels, although {size}x{size2} is set.</source>
        <translation>图像处理器 {name} 返回 {shape}x{shape2} 像素，但设置的是 {size}x{size2}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>Leave out the size.</source>
        <translation>请不要填写尺寸。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>This image processor has no size that could be part of a key.</source>
        <translation>此图像处理器没有可作为键的尺寸。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>This image processor does not resize (do_resize is off).</source>
        <translation>此图像处理器不缩放图片（do_resize 已关闭）。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>This image processor returns squares, not {height}x{width}.</source>
        <translation>此图像处理器返回正方形，而不是 {height}x{width}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>Choose {longer}x{longer2}.</source>
        <translation>请选择 {longer}x{longer2}。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>The size of this image processor cannot be set.</source>
        <translation>此图像处理器的尺寸无法设置。</translation>
    </message>
    <message>
        <location filename="../../core/encoders/vision_pixels.py"/>
        <source>This image processor does not accept {wanted} for {name}.</source>
        <translation>此图像处理器不接受 {name} 为 {wanted}。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>the file</source>
        <translation>该文件</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>The cache folder {folder} cannot be listed: {reason}.</source>
        <translation>无法列出缓存文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/errors.py"/>
        <source>Check that you have permission to read it.</source>
        <translation>请检查你是否有读取权限。</translation>
    </message>
    <message>
        <location filename="../../core/files/ascii_json.py"/>
        <source>it is nested too deeply</source>
        <translation>它的嵌套层数过深</translation>
    </message>
    <message>
        <location filename="../../core/files/atomic_write.py"/>
        <source>{target} cannot be replaced: {reason}.</source>
        <translation>无法替换 {target}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/files/atomic_write.py"/>
        <source>Close the programs that may have it open, then try again.</source>
        <translation>关闭可能打开它的程序，然后重试。</translation>
    </message>
    <message>
        <location filename="../../core/files/atomic_write.py"/>
        <source>Another program saved {target} while Larder was writing it.</source>
        <translation>Larder 写入 {target} 时，另一个程序保存了它。</translation>
    </message>
    <message>
        <location filename="../../core/files/atomic_write.py"/>
        <source>The other program&apos;s version was kept, and Larder wrote nothing. Survey again, then try again.</source>
        <translation>保留了另一程序的版本，Larder 没有写入任何内容。请重新扫描，然后重试。</translation>
    </message>
    <message>
        <location filename="../../core/files/byte_patch.py"/>
        <source>format {head} is of a newer version</source>
        <translation>格式 {head} 属于更新的版本</translation>
    </message>
    <message>
        <location filename="../../core/files/byte_patch.py"/>
        <source>its content is not what was written</source>
        <translation>其内容与写入时不同</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>it does not exist</source>
        <translation>它不存在</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>it is not a regular file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>its drive reports an error</source>
        <translation>其驱动器报告错误</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>its drive is read-only</source>
        <translation>其驱动器为只读</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>the system does not allow it</source>
        <translation>系统不允许</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>you do not have permission</source>
        <translation>你没有权限</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>a part of its path is not a folder</source>
        <translation>其路径中的某一部分不是文件夹</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>the links in its path form a loop</source>
        <translation>其路径中的链接形成循环</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>its name is too long for the drive</source>
        <translation>其名称对该驱动器来说太长</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>this program has too many open files</source>
        <translation>此程序打开的文件过多</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>too many files are open on this computer</source>
        <translation>此电脑打开的文件过多</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>there is not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>the network drive no longer has it</source>
        <translation>网络驱动器上已没有它</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>your disk quota is used up</source>
        <translation>你的磁盘配额已用完</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>Your pictures and captions are unchanged, and finished work is kept. Repeat this once the problem is solved.</source>
        <translation>你的图片和标注没有改变，已完成的工作会保留。问题解决后请重试。</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>No file was damaged. Free some space there, then try again.</source>
        <translation>没有文件受损。请腾出一些空间后重试。</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>The folder {folder} cannot be written to: {reason}.</source>
        <translation>无法写入文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>No file was damaged. Check the permissions of the folder, and whether its drive is read-only.</source>
        <translation>没有文件损坏。请检查该文件夹的权限，以及其驱动器是否为只读。</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>{where} cannot be read or written: {why}.</source>
        <translation>无法读取或写入 {where}：{why}。</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>The disk of {folder} is full: {free} bytes are free.</source>
        <translation>{folder} 所在磁盘已满：剩余 {free} 字节。</translation>
    </message>
    <message>
        <location filename="../../core/files/durable.py"/>
        <source>The disk of {folder} is full: {needed} bytes are needed, and {free} bytes are free.</source>
        <translation>{folder} 所在磁盘已满：需要 {needed} 字节，可用 {free} 字节。</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it is a named pipe, not a file</source>
        <translation>它是命名管道，不是文件</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it is a socket, not a file</source>
        <translation>它是套接字，不是文件</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it is a device, not a file</source>
        <translation>它是设备，不是文件</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it is a drive, not a file</source>
        <translation>它是驱动器，不是文件</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>no file can have this name</source>
        <translation>文件不能使用此名称</translation>
    </message>
    <message>
        <location filename="../../core/files/regular_file.py"/>
        <source>it has more than {at_most} bytes</source>
        <translation>文件超过 {at_most} 字节</translation>
    </message>
    <message>
        <location filename="../../core/files/store_lock.py"/>
        <source>If no Larder is running anywhere, delete {path}.</source>
        <translation>如果没有任何 Larder 正在运行，请删除 {path}。</translation>
    </message>
    <message>
        <location filename="../../core/files/store_lock.py"/>
        <source>The cache {store} is locked by another Larder process.</source>
        <translation>缓存 {store} 被另一个 Larder 进程锁定。</translation>
    </message>
    <message>
        <location filename="../../core/files/store_lock.py"/>
        <source>The cache {store} is locked by process {pid} on {host}.</source>
        <translation>缓存 {store} 被 {host} 上的进程 {pid} 锁定。</translation>
    </message>
    <message>
        <location filename="../../core/files/store_lock.py"/>
        <source>Wait until it has finished, then try again. {more}</source>
        <translation>请等待其完成，然后重试。{more}</translation>
    </message>
    <message>
        <location filename="../../core/files/store_paths.py"/>
        <source>{path} is a link and was not used.</source>
        <translation>{path} 是链接，没有使用。</translation>
    </message>
    <message>
        <location filename="../../core/files/store_paths.py"/>
        <source>Larder writes only to real files and folders in a cache. Remove the link.</source>
        <translation>Larder 只写入缓存中真正的文件和文件夹。请移除该链接。</translation>
    </message>
    <message>
        <location filename="../../core/files/store_paths.py"/>
        <source>The name {name} could lead out of its folder and was not used.</source>
        <translation>名称 {name} 可能指向文件夹之外，没有使用。</translation>
    </message>
    <message>
        <location filename="../../core/files/store_paths.py"/>
        <source>The file that lists it may be damaged or come from an untrusted source.</source>
        <translation>列出它的文件可能已损坏，或来自不可信的来源。</translation>
    </message>
    <message>
        <location filename="../../core/files/system_files.py"/>
        <source>system volume information</source>
        <translation>system volume information</translation>
    </message>
    <message>
        <location filename="../../core/files/table_file.py"/>
        <source>The folder {parent} does not exist.</source>
        <translation>文件夹 {parent} 不存在。</translation>
    </message>
    <message>
        <location filename="../../core/files/table_file.py"/>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/files/table_file.py"/>
        <source>writing rows</source>
        <translation>正在写入行</translation>
    </message>
    <message>
        <location filename="../../core/files/temp_names.py"/>
        <source>{target}: the leftover of an interrupted write was removed.</source>
        <translation>{target}：已移除中断写入的残留。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/moved_folder.py"/>
        <source>looking for the folder</source>
        <translation>正在查找文件夹</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/readopt.py"/>
        <source>It has changed since its cached files were made.</source>
        <translation>自其缓存文件创建以来，它已发生变化。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/readopt.py"/>
        <source>reading cached files</source>
        <translation>正在读取缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/readopt.py"/>
        <source>Its cached file {missing} is missing.</source>
        <translation>缺少其缓存文件 {missing}。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Numbered cache folders store no picture paths. Only the names of their groups depend on the concept&apos;s folder: once the concept names the new folder, a build moves the cached files without encoding them again.</source>
        <translation>编号的缓存文件夹不保存图片路径，只有组名取决于概念的文件夹：概念指向新文件夹后，构建会移动缓存文件而不重新编码。</translation>
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
        <translation>需要两个文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Give the old and the new folder.</source>
        <translation>请指定旧文件夹和新文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>{old} and {new} are the same folder.</source>
        <translation>{old} 和 {new} 是同一个文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Choose the folder where its files are now.</source>
        <translation>请选择其文件现在所在的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>The caches use {system} paths, and {new} is not one.</source>
        <translation>缓存使用 {system} 路径，而 {new} 不是。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>Choose an existing folder.</source>
        <translation>请选择现有的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>comparing files</source>
        <translation>正在比较文件</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>renaming entries</source>
        <translation>正在重命名条目</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>{path} cannot be read, so Larder cannot tell whether this is the moved folder.</source>
        <translation>无法读取 {path}，因此 Larder 无法判断这是否是移动过的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>None of the {count} compared files is the same in {new}.</source>
        <translation>比较的 {count} 个文件中，没有一个与 {new} 中的相同。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>This is not the moved folder. Choose another one.</source>
        <translation>这不是移动过的文件夹。请选择另一个。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/relocate.py"/>
        <source>The new folder</source>
        <translation>新文件夹</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/repair.py"/>
        <source>reading indexes</source>
        <translation>正在读取索引</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/repair.py"/>
        <source>The index {value} was damaged ({damage}) and has {count} entry now.</source>
        <translation>索引 {value} 曾损坏（{damage}），现有 {count} 个条目。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/repair.py"/>
        <source>The index {value} was damaged ({damage}) and has {count} entries now.</source>
        <translation>索引 {value} 曾损坏（{damage}），现有 {count} 个条目。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/touch.py"/>
        <source>Its date is stored already, or its content has changed.</source>
        <translation>其日期已记录，或其内容已更改。</translation>
    </message>
    <message>
        <location filename="../../core/index_edits/touch.py"/>
        <source>Its file changed after the plan was made.</source>
        <translation>制定计划后其文件发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/keys/cache_keys.py"/>
        <source>sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <location filename="../../core/keys/cache_keys.py"/>
        <source>limit in samples</source>
        <translation>采样数上限</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>Download the file again; it is incomplete.</source>
        <translation>请重新下载该文件；它不完整。</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>{path} is not a safetensors file.</source>
        <translation>{path} 不是 safetensors 文件。</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>{path} has {count} arrays; the limit is {most_tensors}.</source>
        <translation>{path} 有 {count} 个数组，上限为 {most_tensors}。</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>Check that it is the checkpoint of a model.</source>
        <translation>请检查它是否为模型的检查点。</translation>
    </message>
    <message>
        <location filename="../../core/keys/fingerprint.py"/>
        <source>{path} is incomplete.</source>
        <translation>{path} 不完整。</translation>
    </message>
    <message>
        <location filename="../../core/keys/hash_memory.py"/>
        <source>The stored file hashes in {path} are not used: {error}.</source>
        <translation>不使用 {path} 中存储的文件哈希：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/keys/hash_memory.py"/>
        <source>The stored file hashes in {path} were damaged and are collected again: {error}.</source>
        <translation>{path} 中存储的文件哈希已损坏，正在重新收集：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Effnet Encoder</source>
        <translation>Effnet 编码器</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Text Encoder</source>
        <translation>文本编码器</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Text Encoder 2</source>
        <translation>文本编码器 2</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Text Encoder 3</source>
        <translation>文本编码器 3</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Text Encoder 4</source>
        <translation>文本编码器 4</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Flip</source>
        <translation>固定翻转</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Rotation</source>
        <translation>随机旋转</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Rotation</source>
        <translation>固定旋转</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Rotation Angle</source>
        <translation>旋转角度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Brightness</source>
        <translation>随机亮度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Brightness</source>
        <translation>固定亮度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Brightness Strength</source>
        <translation>亮度强度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Contrast</source>
        <translation>随机对比度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Contrast</source>
        <translation>固定对比度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Contrast Strength</source>
        <translation>对比度强度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Saturation</source>
        <translation>随机饱和度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Saturation</source>
        <translation>固定饱和度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Saturation Strength</source>
        <translation>饱和度强度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Hue</source>
        <translation>随机色相</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Fixed Hue</source>
        <translation>固定色相</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Hue Strength</source>
        <translation>色相强度</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Circular Mask Generation</source>
        <translation>圆形蒙版生成</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Random Rotate and Crop</source>
        <translation>按蒙版随机旋转裁剪</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Prompt Source</source>
        <translation>提示词来源</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Prompt File</source>
        <translation>提示词文件</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Tag Delimiter</source>
        <translation>标签分隔符</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Keep Tag Count</source>
        <translation>保留的标签数</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Tag Dropout</source>
        <translation>标签丢弃</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Dropout Mode</source>
        <translation>标签丢弃方式</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Dropout Probability</source>
        <translation>标签丢弃概率</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Special Dropout Tags Mode</source>
        <translation>特殊标签方式</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Special Dropout Tags</source>
        <translation>特殊标签</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Special Tags Regex</source>
        <translation>特殊标签正则</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Randomize Capitalization</source>
        <translation>随机大写</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Capitalization Mode</source>
        <translation>随机大写方式</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Capitalization Probability</source>
        <translation>随机大写概率</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>Force Lowercase</source>
        <translation>强制小写</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>weights {digest}</source>
        <translation>权重 {digest}</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>encoded with {named}, not {named2}</source>
        <translation>用 {named} 编码，而不是 {named2}</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>{weights_suffix} weights</source>
        <translation>{weights_suffix} 权重</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>{name}: off → on</source>
        <translation>{name}：关 → 开</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>{name}: on → off</source>
        <translation>{name}：开 → 关</translation>
    </message>
    <message>
        <location filename="../../core/keys/recipe.py"/>
        <source>{have} (weights {old})</source>
        <translation>{have}（权重 {old}）</translation>
    </message>
    <message>
        <location filename="../../core/keys/strict_fingerprint.py"/>
        <source>{where} contains itself, so it cannot be compared.</source>
        <translation>{where} 包含自身，因此无法比较。</translation>
    </message>
    <message>
        <location filename="../../core/keys/strict_fingerprint.py"/>
        <source>{where} is a {qualname}, which cannot be compared.</source>
        <translation>{where} 是 {qualname}，无法比较。</translation>
    </message>
    <message>
        <location filename="../../core/keys/strict_fingerprint.py"/>
        <source>{where} is an array of objects, which cannot be compared.</source>
        <translation>{where} 是对象数组，无法比较。</translation>
    </message>
    <message>
        <location filename="../../core/keys/strict_fingerprint.py"/>
        <source>{where} contains {dtype} values, which cannot be compared.</source>
        <translation>{where} 包含 {dtype} 值，无法比较。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/file_bytes.py"/>
        <source>Build this cached file again; a trainer would stop at it.</source>
        <translation>请重新构建此缓存文件；训练器会在此停止。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/file_bytes.py"/>
        <source>{name} is a folder, not a cached file.</source>
        <translation>{name} 是文件夹，不是缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/file_bytes.py"/>
        <source>{file} is empty (0 bytes).</source>
        <translation>{file} 是空的（0 字节）。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/file_bytes.py"/>
        <source>{file} was truncated while it was being read.</source>
        <translation>{file} 在读取过程中被截断。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/npz.py"/>
        <source>{file} is damaged: {member} is not stored as a plain array.</source>
        <translation>{file} 已损坏：{member} 没有存为普通数组。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/npz.py"/>
        <source>{file} is empty: it contains no array.</source>
        <translation>{file} 是空的：不包含数组。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/npz.py"/>
        <source>{name} contains no array {name2}.</source>
        <translation>{name} 不包含数组 {name2}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/npz.py"/>
        <source>{name} is a zip file, but contains {member}, which is not an array.</source>
        <translation>{name} 是 zip 文件，但包含 {member}，它不是数组。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/open_payload.py"/>
        <source>{name} is not a cached file of a known kind.</source>
        <translation>{name} 不是已知类型的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/open_payload.py"/>
        <source>Larder reads torch files (.pt), numpy files (.npz), trees (.manifest with .data) and .safetensors.</source>
        <translation>Larder 可读取 torch 文件（.pt）、numpy 文件（.npz）、树（.manifest 和 .data）以及 .safetensors。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/packed.py"/>
        <source>{name} has {size} bytes, which is too large for an export in one file.</source>
        <translation>{name} 有 {size} 字节，太大，无法导出为单个文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/packed.py"/>
        <source>Export to a folder.</source>
        <translation>请导出到文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/packed.py"/>
        <source>{file} contains {compressed} in compressed form, but a file that Larder exports is never compressed.</source>
        <translation>{file} 包含压缩的 {compressed}，而 Larder 导出的文件从不压缩。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pickle_imports.py"/>
        <source>Do not train with it, and do not open it with a program that unpickles it.</source>
        <translation>请勿用它训练，也不要用会反序列化 pickle 的程序打开它。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pickle_imports.py"/>
        <source>{payload} is refused: it {what}, and a trainer that opens this file would run code from it.</source>
        <translation>拒绝 {payload}（{what}）：训练器打开此文件时会运行其中的代码。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pickle_imports.py"/>
        <source>{file} names {shown}, which no cache needs.</source>
        <translation>{file} 引用了 {shown}，任何缓存都不需要它。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pickle_imports.py"/>
        <source>{file} is a pickle that is too large to be checked.</source>
        <translation>{file} 是一个过大、无法检查的 pickle。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt.py"/>
        <source>a number with that many digits</source>
        <translation>位数这么多的数字</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt.py"/>
        <source>a file of four gigabytes</source>
        <translation>四 GB 的文件</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} gives two values the same name.</source>
        <translation>{file} 给两个值使用了同一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} contains something that is not a value.</source>
        <translation>{file} 包含不是值的内容。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} describes more than {most_values} values.</source>
        <translation>{file} 描述了超过 {most_values} 个值。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} nests more than {deepest} containers.</source>
        <translation>{file} 嵌套超过 {deepest} 层容器。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} uses a name that is neither text nor a number.</source>
        <translation>{file} 使用了既不是文本也不是数字的名称。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{payload} is refused: it {what}.</source>
        <translation>拒绝 {payload}：它{what}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>repeats {name} to {bytes} bytes</source>
        <translation>把 {name} 重复到 {bytes} 字节</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} describes {name} in an impossible way.</source>
        <translation>{file} 对 {name} 的描述不可能成立。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} lacks its version number.</source>
        <translation>{file} 缺少版本号。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{name} contains compressed values, which no trainer writes.</source>
        <translation>{name} 包含压缩的值，训练器不会这样写入。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} is damaged: storage {key} has the wrong length.</source>
        <translation>{file} 已损坏：存储 {key} 的长度错误。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} is damaged: its byte order is unknown.</source>
        <translation>{file} 已损坏：字节序未知。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_file.py"/>
        <source>{file} marks {name} in a way that torch never does.</source>
        <translation>{file} 以 torch 从不使用的方式标记 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>Do not open this file with a program that unpickles it.</source>
        <translation>不要用会执行 pickle 的程序打开此文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} is not a pickle of protocol {protocol}.</source>
        <translation>{file} 不是协议 {protocol} 的 pickle。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{payload} is damaged: its pickle is incomplete.</source>
        <translation>{payload} 已损坏：其 pickle 不完整。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} uses the pickle instruction {name_of} in the wrong place.</source>
        <translation>{file} 在错误的位置使用了 pickle 指令 {name_of}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} contains very large integers.</source>
        <translation>{file} 包含非常大的整数。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} uses a nested or very long tuple twice.</source>
        <translation>{file} 重复使用了嵌套或很长的元组。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{file} stores values under very large memo numbers.</source>
        <translation>{file} 以非常大的备忘编号存储值。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{payload} is refused: it {what}, which no trainer writes.</source>
        <translation>拒绝 {payload}：它{what}，训练器不会这样写。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{payload} is damaged: its pickle is not valid ({error}).</source>
        <translation>{payload} 已损坏：其 pickle 无效（{error}）。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_pickle.py"/>
        <source>{payload} is refused: its pickle has {size} bytes, and the limit for a cached file is {largest_pickle}. Only the list of a numbered folder, aggregate.pt, may be larger.</source>
        <translation>{payload} 被拒绝：其 pickle 有 {size} 字节，缓存文件的上限为 {largest_pickle}。只有编号文件夹的列表 aggregate.pt 可以更大。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{file} contains a compressed list.</source>
        <translation>{file} 包含压缩的列表。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{payload} needs more memory than is available.</source>
        <translation>{payload} 需要的内存超过可用内存。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{file} uses a mapping of its list twice.</source>
        <translation>{file} 重复使用了列表中的同一个映射。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{file} stores values under memo numbers with gaps.</source>
        <translation>{file} 以不连续的备忘编号存储值。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{payload} contains no list of items.</source>
        <translation>{payload} 不包含项目列表。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{payload} contains something other than mappings.</source>
        <translation>{payload} 包含映射以外的内容。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/pt_rows.py"/>
        <source>{file} describes more than {most_waiting} values at a time.</source>
        <translation>{file} 一次描述了超过 {most_waiting} 个数值。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>Export it as a pair of files instead, with a name without an extension.</source>
        <translation>请改为导出一对文件，名称不带扩展名。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{name}: {name2} has the unknown type {dtype}.</source>
        <translation>{name}：{name2} 的类型 {dtype} 未知。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{file} gives {name} a shape that no array can have.</source>
        <translation>{file} 给 {name} 的形状是数组不可能有的。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{file} is damaged: the length of {name} does not match its shape.</source>
        <translation>{file} 已损坏：{name} 的长度与其形状不符。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{name} has the type {dtype}, which a safetensors file cannot store.</source>
        <translation>{name} 的类型是 {dtype}，safetensors 文件无法存储。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors.py"/>
        <source>{count} arrays are too many for a safetensors file: the limit is {most_tensors} arrays and {value} MB of names.</source>
        <translation>{count} 个数组对一个 safetensors 文件来说太多：上限为 {most_tensors} 个数组和 {value} MB 的名称。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors_header.py"/>
        <source>{name} is empty.</source>
        <translation>{name} 是空的。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors_header.py"/>
        <source>{name} is incomplete: its header is cut off.</source>
        <translation>{name} 不完整：其文件头被截断。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors_header.py"/>
        <source>{name} is damaged: its header is not that of a safetensors file.</source>
        <translation>{name} 已损坏：其文件头不是 safetensors 文件的文件头。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/safetensors_header.py"/>
        <source>{name} is incomplete: {value} bytes are missing.</source>
        <translation>{name} 不完整：缺少 {value} 字节。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/sealed_npz.py"/>
        <source>The cached file describes other arrays than it contains.</source>
        <translation>该缓存文件描述的数组与其包含的不同。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/sealed_npz.py"/>
        <source>{name} is damaged: its content is not what was written.</source>
        <translation>{name} 已损坏：其内容与写入时不同。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/sealed_npz.py"/>
        <source>{name} has a checksum that cannot be read.</source>
        <translation>{name} 的校验和无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tensors.py"/>
        <source>torch cannot read {path}: its pickle is damaged or would run code.</source>
        <translation>torch 无法读取 {path}：其 pickle 已损坏或会运行代码。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tensors.py"/>
        <source>torch cannot read {path}: {error}</source>
        <translation>torch 无法读取 {path}：{error}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{file} is not a torch file: there is data before its zip file.</source>
        <translation>{file} 不是 torch 文件：其 zip 文件之前有数据。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{file} contains the name {name} twice.</source>
        <translation>{file} 中名称 {name} 出现了两次。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{file} is a TorchScript program.</source>
        <translation>{file} 是一个 TorchScript 程序。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{name} is a zip file, but not a torch file.</source>
        <translation>{name} 是 zip 文件，但不是 torch 缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/torch_container.py"/>
        <source>{file} is a tar archive of pickles.</source>
        <translation>{file} 是包含 pickle 的 tar 归档。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>{path} is not a tree manifest.</source>
        <translation>{path} 不是树的清单。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The data file of {name} is missing.</source>
        <translation>缺少 {name} 的数据文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>Several files could hold the data of {name}.</source>
        <translation>有多个文件可能是 {name} 的数据。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>{name} has no manifest next to it.</source>
        <translation>{name} 旁边没有清单。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>A tree&apos;s data can only be read with its manifest.</source>
        <translation>树的数据只有配合清单才能读取。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The data file {name} is missing.</source>
        <translation>缺少数据文件 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The data of {name} is incomplete: it ends at {size} bytes, before the end of the leaf {text}.</source>
        <translation>{name} 的数据不完整：在 {size} 字节处结束，早于叶 {text} 的末尾。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The data of {name} has {size} bytes instead of {bytes}.</source>
        <translation>{name} 的数据有 {size} 字节，应为 {bytes}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/load.py"/>
        <source>The leaf {text} of {name} is damaged: its content is not what was written.</source>
        <translation>{name} 的叶 {text} 已损坏：其内容与写入时不同。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: its checksum is wrong.</source>
        <translation>{file} 已损坏：校验和不对。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is not a tree manifest: {error}.</source>
        <translation>{file} 不是树的清单：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} has the unknown format {document}.</source>
        <translation>{file} 的格式 {document} 未知。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} lists data outside its folder.</source>
        <translation>{file} 列出了其文件夹之外的数据。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} lists no root.</source>
        <translation>{file} 没有列出根。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is below a leaf.</source>
        <translation>{file} 位于某个叶之下。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is listed twice.</source>
        <translation>{file} 列出了两次。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} has a negative offset, size or shape.</source>
        <translation>{file} 的偏移、大小或形状为负。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} has {count} axes.</source>
        <translation>{file} 有 {count} 个轴。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} should have {bytes} bytes, but its shape and type need {needed}.</source>
        <translation>{file} 应有 {bytes} 字节，但其形状和类型需要 {needed}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} has a shape that no array can have.</source>
        <translation>{file} 的形状是任何数组都不可能有的。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is beyond the end of the data.</source>
        <translation>{file} 超出了数据的末尾。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} shares bytes with another leaf.</source>
        <translation>{file} 与另一个叶共用字节。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged or refused: {pathtexts} {problem}.</source>
        <translation>{file} 已损坏或被拒绝：{pathtexts} {problem}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: node {place} has the parent {parent}.</source>
        <translation>{file} 已损坏：节点 {place} 的父节点为 {parent}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: node {place} has no checksum.</source>
        <translation>{file} 已损坏：节点 {place} 没有校验和。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: {value} is not a key.</source>
        <translation>{file} 已损坏：{value} 不是键。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged: it is not text.</source>
        <translation>{file} 已损坏：它不是文本。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} is damaged or refused: {error}.</source>
        <translation>{file} 已损坏或被拒绝：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{file} contradicts itself: {error}.</source>
        <translation>{file} 自相矛盾：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>it is not a list</source>
        <translation>它不是列表</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>a comma is missing (near position {position})</source>
        <translation>缺少逗号（位置 {position} 附近）</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>there is data after the end</source>
        <translation>末尾之后还有数据</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>an entry is not a mapping of dtype, nbytes, offset, path, shape</source>
        <translation>某个条目不是 dtype, nbytes, offset, path, shape 的映射</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>an entry has a field of the wrong type</source>
        <translation>某个条目有一个类型错误的字段</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>a leaf at the root must be the only one</source>
        <translation>根处的叶必须是唯一的叶</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>it is below a leaf</source>
        <translation>它位于某个叶之下</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/manifest.py"/>
        <source>{path_text} is listed twice</source>
        <translation>{path_text} 列出了两次</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>type {code} is not a plain value type</source>
        <translation>类型 {code} 不是普通值类型</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>type {code} is unknown: {error}</source>
        <translation>类型 {code} 未知：{error}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>type {code} has no bytes</source>
        <translation>类型 {code} 没有字节</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>an array of Python objects cannot be written</source>
        <translation>无法写入 Python 对象的数组</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>an array of records (structured dtype) cannot be written</source>
        <translation>无法写入记录数组（结构化 dtype）</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>arrays of type {name} cannot be written</source>
        <translation>无法写入 {name} 类型的数组</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>this mapping contains itself</source>
        <translation>此映射包含自身</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>a {qualname} is neither a mapping nor an array</source>
        <translation>{qualname} 既不是映射也不是数组</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>it exists next to a leaf at the root</source>
        <translation>它与根处的叶并存</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>there is a leaf above it, at depth {depth}</source>
        <translation>其上方深度 {depth} 处有一个叶</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>it is both a leaf and a mapping</source>
        <translation>它既是叶又是映射</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/nodes.py"/>
        <source>it is listed twice</source>
        <translation>它列出了两次</translation>
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
        <translation>{token} 不能作为值的开头</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>it ends too early</source>
        <translation>结束得太早</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{text} is not a literal</source>
        <translation>{text} 不是字面量</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{problem} (near position {position})</source>
        <translation>{problem}（位置 {position} 附近）</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{token} contains more than bytes</source>
        <translation>{token} 包含字节以外的内容</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{token} is not a number</source>
        <translation>{token} 不是数字</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>frozenset( must contain exactly one collection</source>
        <translation>frozenset( 必须恰好包含一个集合</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{word}( must contain exactly one {name}</source>
        <translation>{word}( 必须恰好包含一个 {name}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a comma is missing</source>
        <translation>缺少逗号</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a mapping lacks a value</source>
        <translation>映射缺少值</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a mapping contains a key twice</source>
        <translation>某个映射中同一个键出现了两次</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a member cannot be a key: {error}</source>
        <translation>成员不能作为键：{error}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>more than {deepest} nested brackets</source>
        <translation>嵌套括号超过 {deepest} 层</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{group} is not a character</source>
        <translation>{group} 不是字符</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>{group} is not a known escape sequence</source>
        <translation>{group} 不是已知的转义序列</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>NaN cannot be a key: it is not equal to itself</source>
        <translation>NaN 不能作为键：它不等于自身</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a key of type {module}.{qualname} cannot be written; possible are texts, numbers, bools, None, bytes and tuples or frozensets of these</source>
        <translation>类型为 {module}.{qualname} 的键无法写入；可以使用文本、数字、布尔值、None、bytes，以及由它们组成的元组或 frozenset</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/paths.py"/>
        <source>a key has more than {deepest_key} levels of tuples or sets</source>
        <translation>某个键的元组或集合超过 {deepest_key} 层</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>a transform is given for something that is not a leaf</source>
        <translation>为不是叶的内容指定了变换</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>its transform returned a {qualname}, not an array</source>
        <translation>其变换返回了 {qualname}，而不是数组</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>its transform returned an array that is not possible: {error}</source>
        <translation>其变换返回了不可能存在的数组：{error}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>Choose another name, or remove it first.</source>
        <translation>请换个名称，或先移除它。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/tree/save.py"/>
        <source>the original&apos;s manifest cannot contain the key {key}</source>
        <translation>原程序的清单不能包含键 {key}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/value_checks.py"/>
        <source>{infinite} infinite</source>
        <translation>{infinite} 个无穷</translation>
    </message>
    <message>
        <location filename="../../core/payloads/value_checks.py"/>
        <source>{name} contains {counts} of {size} values</source>
        <translation>{name} 的 {size} 个值中有 {counts}</translation>
    </message>
    <message>
        <location filename="../../core/payloads/value_checks.py"/>
        <source>{name} contains only zeros ({size} values)</source>
        <translation>{name} 只包含零（{size} 个值）</translation>
    </message>
    <message>
        <location filename="../../core/payloads/value_checks.py"/>
        <source>{name} contains NaN or infinite values</source>
        <translation>{name} 包含 NaN 或无穷值</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: there is data after its zip directory.</source>
        <translation>{file} 已损坏：其 zip 目录之后还有数据。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory refers to other disks.</source>
        <translation>{file} 已损坏：其 zip 目录指向其他磁盘。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory is in the wrong place.</source>
        <translation>{file} 已损坏：其 zip 目录的位置错误。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{name} lists {count} members in {size} bytes; the limit is {largest}.</source>
        <translation>{name} 在 {size} 字节中列出了 {count} 个成员，上限为 {largest}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip64 directory is in the wrong place.</source>
        <translation>{file} 已损坏：其 zip64 目录的位置错误。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory has a broken record.</source>
        <translation>{file} 已损坏：zip 目录中有损坏的记录。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} stores {name} encrypted, or compressed in a way that no trainer uses.</source>
        <translation>{file} 中的 {name} 已加密，或以训练器不使用的方式压缩。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: the size of {name} is wrong.</source>
        <translation>{file} 已损坏：{name} 的大小不对。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: {name} is not marked as a file of this archive.</source>
        <translation>{file} 已损坏：{name} 没有标记为此归档的文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory is incomplete.</source>
        <translation>{file} 已损坏：其 zip 目录不完整。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: its zip directory and its member count do not match.</source>
        <translation>{file} 已损坏：其 zip 目录与成员数量不符。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is incomplete: its zip directory is missing.</source>
        <translation>{file} 不完整：缺少 zip 目录。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is a single .npy array, not an .npz file.</source>
        <translation>{file} 是单个 .npy 数组，不是 .npz 文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is a torch file in the format from before torch 1.6, which no trainer cache uses.</source>
        <translation>{file} 是 torch 1.6 之前格式的 torch 文件，训练器缓存都不使用这种格式。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is not a zip file.</source>
        <translation>{file} 不是 zip 文件。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} has a damaged header before its member {name}.</source>
        <translation>{file} 中 {name} 前的文件头已损坏。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} has a member {name} that overlaps its directory.</source>
        <translation>{file} 的成员 {name} 与其目录重叠。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} needs {bytes} bytes of memory.</source>
        <translation>{file} 需要 {bytes} 字节内存。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} lacks the member {name}.</source>
        <translation>{file} 缺少成员 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: the checksum of {name} is wrong.</source>
        <translation>{file} 已损坏：{name} 的校验和不对。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: {name} is too short.</source>
        <translation>{file} 已损坏：{name} 太短。</translation>
    </message>
    <message>
        <location filename="../../core/payloads/zip_directory.py"/>
        <source>{file} is damaged: {name} cannot be decompressed.</source>
        <translation>{file} 已损坏：{name} 无法解压。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/feature_memory.py"/>
        <source>reading what is cached</source>
        <translation>正在读取缓存内容</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/features.py"/>
        <source>{name} contains no latent of a picture.</source>
        <translation>{name} 不含图片的潜变量。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/features.py"/>
        <source>The latent in {name} does not have the shape of a picture.</source>
        <translation>{name} 中的潜变量不是图片的形状。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/features.py"/>
        <source>{name} contains no embedding of a text.</source>
        <translation>{name} 不含文本的嵌入。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/features.py"/>
        <source>{name} contains values that are not numbers.</source>
        <translation>{name} 含有非数字的值。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/layout.py"/>
        <source>laying out the map</source>
        <translation>正在排布地图</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>Its shape differs from most of this cache.</source>
        <translation>它的形状与此缓存中的大多数不同。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>No pictures are cached for this config.</source>
        <translation>此配置没有缓存任何图片。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>Build the pictures&apos; cache first.</source>
        <translation>请先构建图片缓存。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>No captions are cached for this config, so there is no map of them.</source>
        <translation>此配置没有缓存任何标注，因此没有标注的地图。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>Show the map of latents, or build the captions&apos; cache first.</source>
        <translation>请显示潜变量的地图，或先构建标注的缓存。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>Only the config and its concepts say which picture, caption and cached files belong together.</source>
        <translation>只有配置及其概念才能说明哪些图片、标注和缓存文件属于一组。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/mapped_store.py"/>
        <source>This needs OneTrainer&apos;s caches of pictures and captions, and there is none here.</source>
        <translation>这需要 OneTrainer 的图片和标注缓存，而这里没有。</translation>
    </message>
    <message>
        <location filename="../../core/picture_map/notable.py"/>
        <source>looking for mirror images</source>
        <translation>正在查找镜像图片</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>{text} is not a size.</source>
        <translation>{text} 不是有效的大小。</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>Write it as 10GB, 500MB or 2GiB.</source>
        <translation>请写成 10GB、500MB 或 2GiB。</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>{text} is not a duration.</source>
        <translation>{text} 不是有效的时长。</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>Write it as 90d, 12h, 30m or 4w.</source>
        <translation>请写成 90d、12h、30m 或 4w。</translation>
    </message>
    <message>
        <location filename="../../core/quantities.py"/>
        <source>Write it as 384x512, height first.</source>
        <translation>请写成 384x512，高度在前。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You added {names}.</source>
        <translation>你添加了 {names}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You removed {names}.</source>
        <translation>你移除了 {names}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You edited {names}.</source>
        <translation>你编辑了 {names}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You changed the mask of {names}.</source>
        <translation>你更改了 {names} 的蒙版。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You moved {names} to other folders.</source>
        <translation>你将 {names} 移到了其他文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You renamed {names}.</source>
        <translation>你重命名了 {names}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You renamed {before} to {after}.</source>
        <translation>你将 {before} 重命名为 {after}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>It seems that you renamed {before} to {after}.</source>
        <translation>你似乎将 {before} 重命名为 {after}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You renamed the folder {before} to {after}.</source>
        <translation>你将文件夹 {before} 重命名为 {after}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>It seems that you renamed the folder {before} to {after}.</source>
        <translation>你似乎将文件夹 {before} 重命名为 {after}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You moved {what} from {before} to {after}.</source>
        <translation>你将 {what} 从 {before} 移到了 {after}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>It seems that you moved {what} from {before} to {after}.</source>
        <translation>你似乎将 {what} 从 {before} 移到了 {after}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You added the concept {join_few}.</source>
        <translation>你添加了概念 {join_few}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>Nothing is cached for the concept {join_few} yet.</source>
        <translation>概念 {join_few} 尚未缓存任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>No concept of this config uses the folder {join_few} any more.</source>
        <translation>此配置中已没有概念使用文件夹 {join_few}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>1 more setting differs.</source>
        <translation>另有 1 项设置不同。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>{count} more settings differ.</source>
        <translation>另有 {count} 项设置不同。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>Made with other settings or another model: {what}.</source>
        <translation>使用其他设置或其他模型生成：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>Cached at another size than your config asks for: {what}.</source>
        <translation>缓存尺寸与配置要求不同：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You switched {word} on for {concepts}.</source>
        <translation>你为 {concepts} 开启了 {word}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You switched {word} off for {concepts}.</source>
        <translation>你为 {concepts} 关闭了 {word}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You switched {word} on.</source>
        <translation>你开启了 {word}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You switched {word} off.</source>
        <translation>你关闭了 {word}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You changed {word} of {concepts} from {have} to {want}.</source>
        <translation>你将 {concepts} 的 {word} 从 {have} 改为 {want}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>You changed {word} from {have} to {want}.</source>
        <translation>你将 {word} 从 {have} 改为 {want}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>The concept {name} asks for {variations} variations, and fewer are cached.</source>
        <translation>概念 {name} 需要 {variations} 个变体，已缓存的更少。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>{pluralize} are missing or cannot be used.</source>
        <translation>{pluralize}缺失或无法使用。</translation>
    </message>
    <message>
        <location filename="../../core/queries/changes.py"/>
        <source>1 cached file is missing or cannot be used.</source>
        <translation>1 个缓存文件缺失或无法使用。</translation>
    </message>
    <message>
        <location filename="../../core/queries/check_list.py"/>
        <source>Target resolutions</source>
        <translation>目标分辨率</translation>
    </message>
    <message>
        <location filename="../../core/queries/colour_book.py"/>
        <source>learning what this encoder&apos;s latents look like</source>
        <translation>正在学习此编码器的潜变量外观</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_captions.py"/>
        <source>It was “{short}” and is “{short2}” now</source>
        <translation>原为“{short}”，现为“{short2}”</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>{id} caches no pictures.</source>
        <translation>{id} 不缓存图片。</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>None of its files is on disk.</source>
        <translation>其文件都不在磁盘上。</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>Build it.</source>
        <translation>请构建它。</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>There is no VAE on this computer that decodes these latents.</source>
        <translation>此电脑上没有能解码这些潜变量的 VAE。</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>Set the config&apos;s VAE or base model to one that is here.</source>
        <translation>请把配置中的 VAE 或基础模型设为现有的。</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>decoding</source>
        <translation>正在解码</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_latent.py"/>
        <source>It is not recorded which picture it was made from.</source>
        <translation>无法得知它由哪张图片生成。</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_payload.py"/>
        <source>{name} is not the name of a cached file of this kind ({kind}).</source>
        <translation>{name} 不是此类缓存文件的名称（{kind}）。</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_payload.py"/>
        <source>reading parts</source>
        <translation>正在读取各部分</translation>
    </message>
    <message>
        <location filename="../../core/queries/draw_payload.py"/>
        <source>It is not recorded which tokenizer made these ids.</source>
        <translation>无法得知这些 ID 由哪个分词器生成。</translation>
    </message>
    <message>
        <location filename="../../core/queries/file_counts.py"/>
        <source>A trainer does not record lookups, so hits and misses are not known.</source>
        <translation>训练器不记录查询，因此命中和未命中数未知。</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>There is no filter word “{key}:”.</source>
        <translation>没有筛选词“{key}:”。</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>There are {others} and {last}. Put the text in quotes to search for it literally.</source>
        <translation>可用的有 {others} 和 {last}。要按原文查找，请给文本加上引号。</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>Write it like size:&gt;10MB or size:1MB..5MB.</source>
        <translation>请写成 size:&gt;10MB 或 size:1MB..5MB。</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>“{value}” is not a problem that training can have.</source>
        <translation>“{value}”不是训练会遇到的问题。</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>“{value}” is not a state.</source>
        <translation>“{value}”不是状态。</translation>
    </message>
    <message>
        <location filename="../../core/queries/filter_language.py"/>
        <source>Choose one from the list, such as {common}.</source>
        <translation>请从列表中选择，例如 {common}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained from a file that runs a program.</source>
        <translation>{what}会用一个会运行程序的文件训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with what was made from another file.</source>
        <translation>{what}会用由其他文件生成的内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the caption of another picture.</source>
        <translation>{what}会用其他图片的标注训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with values that are not numbers.</source>
        <translation>{what}会用非数值（NaN）训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with values that changed on the disk.</source>
        <translation>{what}会用磁盘上已改变的数值训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with files from another model.</source>
        <translation>{what}会用其他模型生成的内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with zeros.</source>
        <translation>{what}会用全零值训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained without a caption.</source>
        <translation>{what}会在没有标注的情况下训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained without a picture.</source>
        <translation>{what}会在没有图片的情况下训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with another caption.</source>
        <translation>{what}会用另一个标注训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the caption of another concept.</source>
        <translation>{what}会用其他概念的标注训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the mask of another concept.</source>
        <translation>{what}会用其他概念的蒙版训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the conditioning picture of another concept.</source>
        <translation>{what}会用其他概念的条件图像训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the settings of another concept.</source>
        <translation>{what}会用其他概念的设置训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the old content.</source>
        <translation>{what}将使用旧内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the old mask.</source>
        <translation>{what}会用旧的蒙版训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with what other settings or another model gave.</source>
        <translation>{what}会用其他设置或其他模型得到的内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained at another size than you set.</source>
        <translation>{what}会以与设置不同的尺寸训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with a part filled with zeros.</source>
        <translation>{what}会用部分填零的内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained at the wrong size.</source>
        <translation>{what}会以错误的尺寸训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with too many tokens.</source>
        <translation>{what}会用过多的词元训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with values unlike the others.</source>
        <translation>{what}会用与其他不一致的数值训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained from damaged files.</source>
        <translation>{what}会用已损坏的文件训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained with the names of other pictures.</source>
        <translation>{what}会用其他图片的名称训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained from missing files.</source>
        <translation>{what}会用缺失的文件训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>{what} would be trained from files that are too large.</source>
        <translation>{what}会用过大的文件训练。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes {pluralize}, copies {copies} and moves {moves}.</source>
        <translation>Larder 编码 {pluralize}，复制 {copies}，移动 {moves}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes {pluralize} and copies {copies}.</source>
        <translation>Larder 编码 {pluralize}，复制 {copies}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes {pluralize} and moves {moves}.</source>
        <translation>Larder 编码 {pluralize}，移动 {moves}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes {pluralize}.</source>
        <translation>Larder 编码 {pluralize}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes nothing, copies {pluralize} and moves {moves}.</source>
        <translation>Larder 不编码任何文件，复制 {pluralize}，移动 {moves}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes nothing and copies {pluralize}.</source>
        <translation>Larder 不编码任何文件，复制 {pluralize}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Larder encodes nothing and moves {pluralize}.</source>
        <translation>Larder 不编码任何文件，移动 {pluralize}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>Training would stop at {what}.</source>
        <translation>训练会在 {what} 处停止。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>The trainer would encode {what} itself as it starts.</source>
        <translation>训练器启动时会自行编码{what}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/headline.py"/>
        <source>The build needs {size} on the drive, and {size2} are free.</source>
        <translation>构建在驱动器上需要 {size}，剩余 {size2}。</translation>
    </message>
    <message>
        <location filename="../../core/queries/latent_colours.py"/>
        <source>The latent in {name} is {shape}, which is not the shape of a picture.</source>
        <translation>{name} 中潜变量的形状为 {shape}，不是图片的形状。</translation>
    </message>
    <message>
        <location filename="../../core/queries/latent_colours.py"/>
        <source>{name} is smaller than what was encoded of it.</source>
        <translation>{name} 小于由它编码的内容。</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} would stop training</source>
        <translation>{what}会使训练停止</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} would be trained wrong</source>
        <translation>{what}会被错误训练</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} would not be trained</source>
        <translation>{what}不会被训练</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Nothing to do: the trainer starts without encoding</source>
        <translation>无需处理：训练器启动时不必编码</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Nothing to encode: the trainer starts at once</source>
        <translation>无需编码：训练器可立即启动</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} to rebuild</source>
        <translation>{what}待重建</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} to cache</source>
        <translation>{what}待缓存</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>source file</source>
        <translation>源文件</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{never_opened} of {pluralize} was never opened</source>
        <translation>{pluralize} 中有 {never_opened} 个从未打开过</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{never_opened} of {pluralize} were never opened</source>
        <translation>{pluralize} 中有 {never_opened} 个从未打开过</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>A trainer may stop at one that is damaged.</source>
        <translation>训练器可能会在损坏的文件处中断。</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} left to the trainer, which encodes them when it starts</source>
        <translation>{what}留给训练器，它启动时会编码</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{samples} whose file or mask cannot be used</source>
        <translation>{samples}的文件或蒙版无法使用</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} trained without a caption: there is no caption file</source>
        <translation>{pluralize}没有标注文件，不带标注训练</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} left to the program that made the cache</source>
        <translation>{pluralize}留待创建该缓存的程序重新生成</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{what} that should not share a cached file</source>
        <translation>{what}不应共用缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} for you to review</source>
        <translation>{pluralize}需要你查看</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} of your own files to cache again</source>
        <translation>{pluralize}需从你的文件重新缓存</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} of renamed or unlisted pictures and captions to relink</source>
        <translation>{pluralize}属于已重命名或未登记的图片和标注，可重新关联</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} to store; the content is the same</source>
        <translation>{pluralize}待记录；内容未变</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>new date</source>
        <translation>新日期</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} kept: their folder is out of reach</source>
        <translation>{pluralize}予以保留：其文件夹无法访问</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} no longer needed</source>
        <translation>{pluralize}不再需要</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} and {pluralize2} no longer needed</source>
        <translation>不再需要的{pluralize}和{pluralize2}</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>It is not recorded how these files were made</source>
        <translation>未记录这些文件的生成方式</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>A few of them can be encoded again and compared.</source>
        <translation>可以将其中几个重新编码并比较。</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{pluralize} in quarantine</source>
        <translation>隔离区中有 {pluralize}</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Earlier indexes in quarantine</source>
        <translation>隔离区中有以前的索引</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Undo restores what a clean or a build removed; emptying deletes it for good and frees that much.</source>
        <translation>“撤销”可恢复清理或构建移除的内容；清空则会将其永久删除，并释放这么多空间。</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Only an undo that names its id restores this; emptying deletes it for good and frees that much.</source>
        <translation>只有指定其编号的撤销才能恢复；清空则会永久删除，并释放这么多空间。</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{count} more for you to decide on</source>
        <translation>另有 {count} 项由你决定</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>Clean lists them unticked.</source>
        <translation>“清理”会列出它们，但不勾选。</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>{replace} to repair</source>
        <translation>{replace}待修复</translation>
    </message>
    <message>
        <location filename="../../core/queries/next_steps.py"/>
        <source>damaged index</source>
        <translation>损坏的索引</translation>
    </message>
    <message>
        <location filename="../../core/queries/picture_scaling.py"/>
        <source>reading the sizes of pictures</source>
        <translation>正在读取图片尺寸</translation>
    </message>
    <message>
        <location filename="../../core/queries/preview.py"/>
        <source>Check that its drive is connected, and that you may read it.</source>
        <translation>检查其驱动器是否已连接，以及是否有读取权限。</translation>
    </message>
    <message>
        <location filename="../../core/queries/released_files.py"/>
        <source>adding up cached files</source>
        <translation>正在合计缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/queries/store_stats.py"/>
        <source>counting cached files</source>
        <translation>正在统计缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/queries/usage.py"/>
        <source>adding up folders</source>
        <translation>正在合计文件夹</translation>
    </message>
    <message>
        <location filename="../../core/recipes/forms.py"/>
        <source>Its {name} is {dtype}, but the config&apos;s settings give {types}</source>
        <translation>其 {name} 是 {dtype}，而按配置的设置应为 {types}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/forms.py"/>
        <source>Its {name} has {axes} axes, but the config&apos;s model type has {axes2}</source>
        <translation>其 {name} 有 {axes} 个轴，而配置的模型类型有 {axes2} 个</translation>
    </message>
    <message>
        <location filename="../../core/recipes/forms.py"/>
        <source>Its {name} has {size} channels, but the config&apos;s model has {asked}</source>
        <translation>其 {name} 有 {size} 个通道，而配置的模型有 {asked} 个</translation>
    </message>
    <message>
        <location filename="../../core/recipes/forms.py"/>
        <source>Its {name} has {size} values per token, but the config&apos;s model has {asked}</source>
        <translation>其 {name} 每个词元有 {size} 个值，而配置的模型有 {asked} 个</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>no file</source>
        <translation>无文件</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>content {hash_file}</source>
        <translation>内容 {hash_file}</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>custom masks</source>
        <translation>自定义蒙版</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>blank masks</source>
        <translation>空白蒙版</translation>
    </message>
    <message>
        <location filename="../../core/recipes/of_config.py"/>
        <source>{text} ({whole} tokens) from {normalise_name}</source>
        <translation>来自 {normalise_name} 的 {text}（{whole} 个词元）</translation>
    </message>
    <message>
        <location filename="../../core/recipes/scan.py"/>
        <source>reading settings</source>
        <translation>正在读取设置</translation>
    </message>
    <message>
        <location filename="../../core/requests/building.py"/>
        <source>Nothing is cached yet, so there is nothing to convert.</source>
        <translation>尚未缓存任何内容，因此没有可转换的。</translation>
    </message>
    <message>
        <location filename="../../core/requests/building.py"/>
        <source>In the layout of a released OneTrainer, each picture has one size: that of the target resolution drawn for it.</source>
        <translation>在正式版 OneTrainer 的布局中，每张图片只有一种尺寸，即为其抽取的目标分辨率的尺寸。</translation>
    </message>
    <message>
        <location filename="../../core/requests/building.py"/>
        <source>A test run measures the time of one process, not of several.</source>
        <translation>测试运行测量的是单个进程的用时，而不是多个进程的用时。</translation>
    </message>
    <message>
        <location filename="../../core/requests/building.py"/>
        <source>A build has no option {word}.</source>
        <translation>构建没有选项 {word}。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>{place} is not a config.</source>
        <translation>{place} 不是配置文件。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Name a config or a folder.</source>
        <translation>请指定配置文件或文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>There is nothing at {path}.</source>
        <translation>{path} 处什么都没有。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>&quot;{text}&quot; does not say where a folder of the export is.</source>
        <translation>“{text}”没有说明导出中的文件夹位于何处。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Write it as NAME=DIR.</source>
        <translation>请写成 NAME=DIR。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>reading the manifest</source>
        <translation>正在读取 manifest.json</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>No token cache belongs to {named}.</source>
        <translation>{named} 没有词元缓存。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Name its folder, which holds manifest.json beside a folder named entries.</source>
        <translation>请指定它的文件夹，其中 manifest.json 与名为 entries 的文件夹并列。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>{count} token caches belong to {named}: {map}.</source>
        <translation>{named} 有 {count} 个词元缓存：{map}。</translation>
    </message>
    <message>
        <location filename="../../core/requests/bundling.py"/>
        <source>Name one of them.</source>
        <translation>请指定其中一个。</translation>
    </message>
    <message>
        <location filename="../../core/requests/comparing.py"/>
        <source>Give the config to compare with.</source>
        <translation>请给出要比较的配置。</translation>
    </message>
    <message>
        <location filename="../../core/requests/due_build.py"/>
        <source>{first} cannot be read, so the rest of its concept is not built.</source>
        <translation>{first} 无法读取，因此其概念的其余部分不会构建。</translation>
    </message>
    <message>
        <location filename="../../core/requests/due_build.py"/>
        <source>{first} and {pluralize} cannot be read, so the rest of their concepts is not built.</source>
        <translation>{first} 和{pluralize}无法读取，因此其概念的其余部分不会构建。</translation>
    </message>
    <message>
        <location filename="../../core/requests/index_writing.py"/>
        <source>Several folders may be {old}: {proposals}.</source>
        <translation>可能是 {old} 的文件夹有多个：{proposals}。</translation>
    </message>
    <message>
        <location filename="../../core/requests/index_writing.py"/>
        <source>Give the right one as NEW.</source>
        <translation>请把正确的那个作为 NEW 给出。</translation>
    </message>
    <message>
        <location filename="../../core/requests/inspecting.py"/>
        <source>Cached files of this kind ({kind}) are not drawn.</source>
        <translation>此类缓存文件（{kind}）不作图示。</translation>
    </message>
    <message>
        <location filename="../../core/requests/inspecting.py"/>
        <source>There is not enough memory to decode it: {error}.</source>
        <translation>内存不足，无法解码：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/requests/inspecting.py"/>
        <source>Close other programs that use the device.</source>
        <translation>请关闭占用该设备的其他程序。</translation>
    </message>
    <message>
        <location filename="../../core/requests/mapping.py"/>
        <source>There is no map of {family}.</source>
        <translation>没有 {family} 的地图。</translation>
    </message>
    <message>
        <location filename="../../core/requests/mapping.py"/>
        <source>Use one of these: {families}.</source>
        <translation>请使用其中之一：{families}。</translation>
    </message>
    <message>
        <location filename="../../core/requests/request.py"/>
        <source>Caches of {trainer} are read and cleaned here, not built or edited.</source>
        <translation>此处只读取和清理 {trainer} 的缓存，不构建或编辑。</translation>
    </message>
    <message>
        <location filename="../../core/requests/request.py"/>
        <source>The trainer itself makes what is missing when it starts.</source>
        <translation>缺少的内容由训练器自己在启动时生成。</translation>
    </message>
    <message>
        <location filename="../../core/requests/saving.py"/>
        <source>The plan&apos;s own options cannot be used: {error}.</source>
        <translation>该计划自带的选项无法使用：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/requests/saving.py"/>
        <source>The file {plan} has the schema {schema}, which no plan of this version of Larder has.</source>
        <translation>文件 {plan} 的格式为 {schema}，此版本的 Larder 没有这种计划。</translation>
    </message>
    <message>
        <location filename="../../core/requests/saving.py"/>
        <source>{plan} is not the plan of a clean, so nothing in it can be deleted.</source>
        <translation>{plan} 不是清理计划，因此其中没有可删除的内容。</translation>
    </message>
    <message>
        <location filename="../../core/requests/storekeeping.py"/>
        <source>No age and no size is set for pruning.</source>
        <translation>没有为精简设定时长或大小。</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>A clean, an undo or a build was interrupted in this cache.</source>
        <translation>此缓存中的清理、撤销或构建被中断。</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>Nothing is lost. The next operation that writes here finishes or undoes it, and reports that.</source>
        <translation>没有丢失任何内容。下一次在此写入的操作会将其完成或撤销，并予以报告。</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>A link is in the place of a quarantine and is not followed.</source>
        <translation>隔离区的位置上是一个链接，不会跟随它。</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>Its target is neither counted nor restored. Put the folder itself there.</source>
        <translation>其目标既不计入，也不会恢复。请将文件夹本身放在该处。</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>reading the index</source>
        <translation>正在读取索引</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>There is no depth {name}.</source>
        <translation>没有深度 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/requests/surveying.py"/>
        <source>There is no reason {unknown}.</source>
        <translation>没有原因 {unknown}。</translation>
    </message>
    <message>
        <location filename="../../core/saved_plans.py"/>
        <source>Make a new plan.</source>
        <translation>请重新制定计划。</translation>
    </message>
    <message>
        <location filename="../../core/saved_plans.py"/>
        <source>{path} is not a Larder plan: {error}.</source>
        <translation>{path} 不是 Larder 的计划：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/saved_plans.py"/>
        <source>The index of {path} changed after the plan was made.</source>
        <translation>制定计划后 {path} 的索引发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>{path} cannot be read, so the defaults are used: {error}.</source>
        <translation>无法读取 {path}，因此使用默认值：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>{name} in {path} is ignored: {value}.</source>
        <translation>{path} 中的 {name} 被忽略：{value}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>cache.json changed in the last 5 minutes.</source>
        <translation>cache.json 在最近 5 分钟内有更改。</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>{payloads} changed in the last 5 minutes.</source>
        <translation>{payloads} 在最近 5 分钟内有更改。</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>{count} cached files changed in the last 5 minutes, for example {payloads}.</source>
        <translation>最近 5 分钟内有 {count} 个缓存文件更改，例如 {payloads}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>{name} was written in the last 5 minutes.</source>
        <translation>{name} 是在最近 5 分钟内写入的。</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>Process {pid}, which was writing {name}, is still running.</source>
        <translation>写入 {name} 的进程 {pid} 仍在运行。</translation>
    </message>
    <message>
        <location filename="../../core/stores/busy.py"/>
        <source>Process {pid} has {folder} open.</source>
        <translation>进程 {pid} 打开着 {folder}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/cache_store.py"/>
        <source>{folder}: unfinished files of ended processes were removed: {left}.</source>
        <translation>{folder}：已移除已结束进程留下的未完成文件：{left}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/cache_store.py"/>
        <source>{value} cannot be removed: {reason}.</source>
        <translation>无法移除 {value}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/cache_store.py"/>
        <source>Check the permissions of its folder, and close programs that may have it open.</source>
        <translation>请检查其文件夹的权限，并关闭可能打开了它的程序。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/columns.py"/>
        <source>its path is empty</source>
        <translation>路径为空</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/columns.py"/>
        <source>it has no variants</source>
        <translation>没有任何尺寸变体</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/columns.py"/>
        <source>its hash {hash} does not have {hash_length} hexadecimal digits</source>
        <translation>其哈希 {hash} 不是 {hash_length} 位十六进制数字</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/columns.py"/>
        <source>it names {cache_file}, which is not a file name of this cache</source>
        <translation>它指向 {cache_file}，而这不是此缓存的文件名</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/hash_lists.py"/>
        <source>The index cannot be edited: hash_index: {broken}.</source>
        <translation>无法编辑索引：hash_index：{broken}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>other rows would remain than intended</source>
        <translation>剩下的行会与预期不同</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>the field {name} would be wrong</source>
        <translation>字段 {name} 会出错</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>a concept would be wrong</source>
        <translation>某个概念会出错</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>hash_index would be wrong</source>
        <translation>hash_index 会出错</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>the row of {key} would be wrong</source>
        <translation>{key} 的行会出错</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>The index was not changed, because the new version failed its check: {problem}.</source>
        <translation>索引没有更改，因为新版本未通过检查：{problem}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_check.py"/>
        <source>Let the trainer rebuild the index, or report this with the index attached.</source>
        <translation>让训练器重建索引，或附上索引报告此问题。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_edit.py"/>
        <source>Let the trainer rebuild the index, or relink the cached files.</source>
        <translation>请让训练器重建索引，或重新关联缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_file.py"/>
        <source>It may be intact, so nothing is written or cleaned here until it can be read. Check its drive and permissions.</source>
        <translation>它可能完好无损，因此在能够读取之前，此处不会写入或清理任何内容。请检查其驱动器和权限。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_file.py"/>
        <source>The index {value} cannot be read: {why}.</source>
        <translation>无法读取索引 {value}：{why}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_file.py"/>
        <source>The index {value} is damaged: {damage}.</source>
        <translation>索引 {value} 已损坏：{damage}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_rewrite.py"/>
        <source>The index {index} changed after the plan was made.</source>
        <translation>制定计划后索引 {index} 发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_rewrite.py"/>
        <source>Survey again and make a new plan.</source>
        <translation>请重新扫描并制定新计划。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_rewrite.py"/>
        <source>The index cannot be edited: its row of {key} has no mtime.</source>
        <translation>无法编辑索引：{key} 的行没有 mtime。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/index_rewrite.py"/>
        <source>The index cannot be edited: it contains {name} twice.</source>
        <translation>无法编辑索引：{name} 出现了两次。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/odd_index.py"/>
        <source>it has {size} and is not laid out as trainers write it; such an index is read up to {size2}</source>
        <translation>它有 {size}，且布局与训练器写入的不同；这类索引最多读取 {size2}</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/odd_index.py"/>
        <source>it is not a JSON object</source>
        <translation>它不是 JSON 对象</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/odd_index.py"/>
        <source>it has a number of more than {most_digits} digits</source>
        <translation>它包含一个超过 {most_digits} 位的数字</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>It was not changed. Check its drive and permissions, then try again.</source>
        <translation>它没有更改。检查其驱动器和权限后重试。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>The index cannot be edited: it has no entries.</source>
        <translation>无法编辑索引：其中没有条目。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>The index cannot be edited: {broken}.</source>
        <translation>无法编辑索引：{broken}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>The index {path} is empty.</source>
        <translation>索引 {path} 是空的。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/open_index.py"/>
        <source>The index cannot be edited: its {name} is not an object.</source>
        <translation>无法编辑索引：其 {name} 不是对象。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>The row of the missing source file has no date.</source>
        <translation>缺失的源文件所在行没有日期。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>The row of the missing source file does not record its model type.</source>
        <translation>缺失的源文件所在行没有记录模型类型。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>It was cached for the model type {made_for}, not for {modeltype}.</source>
        <translation>它是为模型类型 {made_for} 缓存的，而不是 {modeltype}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>{name} does not record which model type it was made for.</source>
        <translation>{name} 没有记录是为哪种模型类型创建的。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>{name} was made for the model type {found}, not for {made_for}.</source>
        <translation>{name} 是为模型类型 {found} 生成的，而不是 {made_for}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/readopted_rows.py"/>
        <source>None of its cached files has a name that this cache uses.</source>
        <translation>其缓存文件的名称都不符合此缓存的命名方式。</translation>
    </message>
    <message>
        <location filename="../../core/stores/indexed/top_level.py"/>
        <source>its version is {version}, not a number</source>
        <translation>它的版本是 {version}，不是数字</translation>
    </message>
    <message>
        <location filename="../../core/stores/kohya/families.py"/>
        <source>Stable Diffusion 1 or 2</source>
        <translation>Stable Diffusion 1 或 2</translation>
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
        <translation>早期版本的潜变量</translation>
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
        <translation>其中有训练器没有写入的文件，例如 {strays}，因此予以保留。</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/groups.py"/>
        <source>aggregate.pt cannot be read: {reason}.</source>
        <translation>无法读取 aggregate.pt：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/leftovers.py"/>
        <source>It was never finished; the trainer encodes it again from the beginning.</source>
        <translation>它从未完成；训练器会从头重新编码。</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/leftovers.py"/>
        <source>Its number is beyond the end of the group&apos;s list, so the trainer never reads it.</source>
        <translation>其编号超出了该组列表的末尾，因此训练器永远不会读取它。</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/leftovers.py"/>
        <source>No epoch reads it: its concept has fewer variations now.</source>
        <translation>没有任何轮次会读取它：其概念现在的变体更少。</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/leftovers.py"/>
        <source>OneTrainer used such folders until December 2023 and does not read them any more.</source>
        <translation>OneTrainer 在 2023 年 12 月之前使用这类文件夹，之后不再读取。</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/matching.py"/>
        <source>capslock, title, first, random</source>
        <translation>capslock, title, first, random</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/matching.py"/>
        <source>as released OneTrainer names it</source>
        <translation>按正式版 OneTrainer 的命名</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/matching.py"/>
        <source>with the resolution, as OneTrainer&apos;s pull request 1134 names it</source>
        <translation>带分辨率，按 OneTrainer 拉取请求 1134 的命名</translation>
    </message>
    <message>
        <location filename="../../core/stores/released/matching.py"/>
        <source>with the patterns of its pairs, as OneTrainer&apos;s pull request 1403 names it</source>
        <translation>带配对模式，按 OneTrainer 拉取请求 1403 的命名</translation>
    </message>
    <message>
        <location filename="../../core/stores/use_log.py"/>
        <source>Another process has been writing into {store} for a minute.</source>
        <translation>另一个进程已向 {store} 写入一分钟。</translation>
    </message>
    <message>
        <location filename="../../core/stores/use_log.py"/>
        <source>Wait until it has finished, then try again.</source>
        <translation>请等待其完成，然后重试。</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it contains no waveform</source>
        <translation>它不包含波形</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>waveform is {format_array}, not one-dimensional float32</source>
        <translation>waveform 是 {format_array}，而不是一维 float32</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>waveform has {count} samples; the limit is {most}</source>
        <translation>waveform 有 {count} 个采样，上限为 {most}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it contains no input_ids</source>
        <translation>它不包含 input_ids</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>input_ids is {format_array}, not one-dimensional integers</source>
        <translation>input_ids 是 {format_array}，而不是一维整数</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>input_ids has {count} ids; the limit is {sequence_length}</source>
        <translation>input_ids 有 {count} 个 ID，上限为 {sequence_length}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>attention_mask is {format_array}, but the ids are {format_array2}</source>
        <translation>attention_mask 是 {format_array}，而 ID 是 {format_array2}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it contains no {member}</source>
        <translation>它不包含 {member}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{member} is {format_array}, neither a picture nor a sound</source>
        <translation>{member} 是 {format_array}，既不是图片也不是声音</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{dtype} of shape {shape}</source>
        <translation>形状 {shape} 的 {dtype}</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it is not a file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{name} is not a regular file.</source>
        <translation>{name} 不是普通文件。</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{name} does not match its name: {fault}.</source>
        <translation>{name} 与其名称不符：{fault}。</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>{name} is damaged: its checksum is missing.</source>
        <translation>{name} 已损坏：缺少校验和。</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>another program stored it, and its name does not show which source it belongs to</source>
        <translation>它由另一程序存储，其名称看不出属于哪个源文件</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it does not have the format of the program that uses such names</source>
        <translation>它的格式与使用这类名称的程序不符</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it was stored for another key with the same name</source>
        <translation>它是为名称相同的另一个键存储的</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it is a cached file of another kind ({kind})</source>
        <translation>它是另一类缓存文件（{kind}）</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/payloads.py"/>
        <source>it was stored for another key</source>
        <translation>它是为另一个键保存的</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/store.py"/>
        <source>nothing is cached for this source</source>
        <translation>此源文件没有任何缓存</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/store.py"/>
        <source>a different {field}</source>
        <translation>{field}不同</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/store.py"/>
        <source>the text is different</source>
        <translation>文本不同</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/store.py"/>
        <source>another program stored it, and its name does not show what it contains</source>
        <translation>它由另一程序存储，其名称看不出它包含什么</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/uses.py"/>
        <source>{value} is missing or is not the index of a token cache.</source>
        <translation>{value} 不存在，或不是词元缓存的索引。</translation>
    </message>
    <message>
        <location filename="../../core/stores/values/uses.py"/>
        <source>Choose the folder that contains it next to a folder named entries.</source>
        <translation>请选择包含它且旁边有名为 entries 的文件夹的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Its name is what the job asks for, computed again from picture and settings.</source>
        <translation>其名称正是任务所要求的，已由图片和设置重新计算得出。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>The dataset&apos;s folder has cached files and no pictures; they may be on a drive that is not connected.</source>
        <translation>数据集文件夹中有缓存文件但没有图片；图片可能在未连接的驱动器上。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>It is not cached yet; ai-toolkit encodes it at its next start.</source>
        <translation>它尚未缓存；ai-toolkit 会在下次启动时编码。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>ai-toolkit writes it again at every start.</source>
        <translation>ai-toolkit 每次启动都会重新写入它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>A run that was ended while it wrote left this file.</source>
        <translation>一次在写入时被终止的运行留下了此文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>{problem} ai-toolkit trains another picture in its place.</source>
        <translation>{problem} ai-toolkit 会改为训练另一张图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>{name} has {size_now} bytes and had {size_then} at the last run: it is another picture now. ai-toolkit does not notice and trains the old one.</source>
        <translation>{name} 现有 {size_now} 字节，上次运行时为 {size_then}：它已是另一张图片。ai-toolkit 不会察觉，仍训练旧图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>{name} has another date than at the last run, and the same length.</source>
        <translation>{name} 的日期与上次运行时不同，长度相同。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>{name} is newer than its latents.</source>
        <translation>{name} 比其潜变量更新。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Its picture is gone. {name} asks for the same but for the name and has nothing cached; it may be the same picture under another name.</source>
        <translation>其图片已不见。{name} 除名称外要求相同且没有缓存；它可能是改了名的同一张图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Its picture is gone.</source>
        <translation>其图片已不见。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Captions are shuffled or joined with other files, so which text it was made from cannot be computed.</source>
        <translation>标注会被打乱或与其他文件组合，因此无法算出它由哪段文本生成。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>No caption or setting of today gives this name; another job may use it.</source>
        <translation>目前的标注和设置都得不出这个名称；其他任务可能会用到它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Nothing in it tells how it was made; it may be of a reference video.</source>
        <translation>其中没有说明它如何生成；它可能属于参考视频。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>Its picture {named} is gone.</source>
        <translation>其图片 {named} 已不见。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>It is for the models {get}, which this job does not train.</source>
        <translation>它用于模型 {get}，此任务不训练该模型。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>What is cached of videos is not computed here, so it may be in use.</source>
        <translation>此处不计算视频的缓存内容，因此它可能在使用中。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/judge.py"/>
        <source>It is {get} × {get2} of a picture scaled to {get3} × {get4}, which no setting of today asks for. ai-toolkit never reads or removes it.</source>
        <translation>它是缩放到 {get3} × {get4} 的图片中的 {get} × {get2} 部分，目前没有设置要求它。ai-toolkit 从不读取或删除它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/ai_toolkit/store.py"/>
        <source>reading headers</source>
        <translation>正在读取文件头</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Caption changed: it was cached with a text that is no longer in the caption</source>
        <translation>标注已更改：缓存所用的文本已不在现在的标注中</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its cached file takes {size} to hold {size2}</source>
        <translation>缓存文件占用 {size}，实际内容只有 {size2}</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its cached file was made for {modeltype}, and the index says {of_row}</source>
        <translation>缓存文件是为 {modeltype} 生成的，而索引写的是 {of_row}</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its picture was cut to {crop}x{crop2}, and is served as one of {size}x{size2}</source>
        <translation>其图片被裁剪为 {crop}x{crop2}，却被当作 {size}x{size2} 提供</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>It holds {tokens} tokens, and the trainer takes {length} at most</source>
        <translation>它保存了 {tokens} 个词元，而训练器最多接受 {length} 个</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>It holds {tokens} tokens, and {length} are asked for; training stops when it shares a batch with one of these</source>
        <translation>它保存了 {tokens} 个词元，而现在要求 {length} 个；与这种长度的缓存文件同在一个批次时，训练会停止</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>The stand-in for what cannot be cached holds values of another caption.</source>
        <translation>用来代替无法缓存内容的占位文件里是另一条标注的数值。</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>A picture without a caption file would be trained with them; write the caption files that are missing.</source>
        <translation>没有标注文件的图片会用这些数值训练；请补上缺少的标注文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>opening pictures</source>
        <translation>正在打开图片</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its {name} is {dtype} {list}, unlike that of most cached files here</source>
        <translation>其 {name} 为 {dtype} {list}，与此处大多数缓存文件不同</translation>
    </message>
    <message>
        <location filename="../../core/survey/audit.py"/>
        <source>Its {name} is {height}x{width}; a picture of {size}x{size2} gives {expected}x{expected2}</source>
        <translation>其 {name} 为 {height}x{width}；{size}x{size2} 的图片应得到 {expected}x{expected2}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>It seems that you renamed {before} to {after}. If so, its cached file is right, but no record proves it.</source>
        <translation>看来 {before} 已重命名为 {after}。若是如此，它的缓存文件是正确的，但没有记录可以证明。</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>It seems that you renamed {before} to {after}: {wrong}</source>
        <translation>看来 {before} 已重命名为 {after}：{wrong}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>{pictures} after it would be trained with the wrong caption.</source>
        <translation>其后的 {pictures}会以错误的标注训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>{pictures} after it would be trained with the wrong picture.</source>
        <translation>其后的 {pictures}会以错误的图片训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>You added {names}: {rest}</source>
        <translation>新增了 {names}：{rest}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>You removed {names}: {rest}</source>
        <translation>移除了 {names}：{rest}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>You renamed {before} to {after}: {rest}</source>
        <translation>{before} 已重命名为 {after}：{rest}</translation>
    </message>
    <message>
        <location filename="../../core/survey/causes.py"/>
        <source>{shown} and {value} more</source>
        <translation>{shown} 和另外 {value} 项</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/captions.py"/>
        <source>It is UTF-16.</source>
        <translation>它是 UTF-16。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/captions.py"/>
        <source>It is not UTF-8: byte {place} is not valid.</source>
        <translation>它不是 UTF-8：第 {place} 字节无效。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/captions.py"/>
        <source>{lost} of its {words} words are beyond the {tokens} tokens that the text encoder takes.</source>
        <translation>其 {words} 个词中有 {lost} 个超出了文本编码器可接受的 {tokens} 个词元。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>looking at names</source>
        <translation>正在查看文件名</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>opening files</source>
        <translation>正在打开文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>It has {of_mask} × {of_mask2} pixels, and its picture {wide} × {tall}.</source>
        <translation>它有 {of_mask} × {of_mask2} 像素，而其图片为 {wide} × {tall}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>It has the same name as {detail}.</source>
        <translation>它与 {detail} 同名。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>It seems to be the caption of {detail}.</source>
        <translation>它似乎是 {detail} 的标注。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>There are {detail} masks in its folder.</source>
        <translation>其文件夹中有 {detail} 个蒙版。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>There is a mask in its folder.</source>
        <translation>其文件夹中有一个蒙版。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/gather.py"/>
        <source>{real} cannot be listed: {reason}.</source>
        <translation>无法列出 {real}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops while it caches the pictures of its concept.</source>
        <translation>OneTrainer 在缓存其概念的图片时会中断。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Its caption is trained with zeros instead of a picture in every epoch; the trainer only warns in its console.</source>
        <translation>它的标注在每个轮次都配着零而不是图片训练；训练器只在控制台里警告。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>It is a folder.</source>
        <translation>它是一个文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Folder cannot be read</source>
        <translation>文件夹无法读取</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops before it caches anything.</source>
        <translation>OneTrainer 在缓存任何内容之前就会中断。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Connect its drive, set its path, or switch the concept off.</source>
        <translation>请连接其驱动器、设置其路径，或关闭该概念。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Cache folder cannot be used</source>
        <translation>缓存文件夹无法使用</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops at its start: it cannot make the folder.</source>
        <translation>OneTrainer 会在启动时停止：它无法创建该文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Connect the drive it leads to, or name another cache_dir.</source>
        <translation>请连接它所指向的驱动器，或指定另一个 cache_dir。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Resolution is too small</source>
        <translation>分辨率太小</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops while it prepares the pictures of the concept.</source>
        <translation>OneTrainer 会在准备该概念的图片时停止。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Set the concept&apos;s own resolution higher, or switch it off.</source>
        <translation>请提高该概念自己的分辨率，或将其关闭。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Picture cannot be opened</source>
        <translation>图片无法打开</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Repair or replace the picture, or take it out of the concept&apos;s folder.</source>
        <translation>修复或替换该图片，或把它移出概念的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Picture is too large</source>
        <translation>图片过大</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer may run out of memory while it opens it, and Larder does not open it.</source>
        <translation>OneTrainer 打开它时可能内存不足，而 Larder 不会打开它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Scale the picture down.</source>
        <translation>请缩小图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask cannot be opened</source>
        <translation>蒙版无法打开</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the mask again as a PNG, or delete it.</source>
        <translation>请将蒙版重新保存为 PNG，或删除它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Conditioning picture cannot be opened</source>
        <translation>条件图像无法打开</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the conditioning picture again as a PNG, or delete it.</source>
        <translation>请将条件图像重新保存为 PNG，或删除它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption cannot be read</source>
        <translation>标注无法读取</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer stops while it caches the captions of its concept.</source>
        <translation>OneTrainer 在缓存其概念的标注时会中断。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Make sure that the file may be read, or replace it.</source>
        <translation>请确保该文件可以读取，或替换它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption is not UTF-8</source>
        <translation>标注不是 UTF-8</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the file as UTF-8, without a byte order mark.</source>
        <translation>请将文件保存为不带字节顺序标记的 UTF-8。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Validation picture is also trained</source>
        <translation>验证图片也用于训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>The validation loss falls although the model only remembers this picture.</source>
        <translation>验证损失会下降，但模型只是记住了这张图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Take it out of one of the two concepts.</source>
        <translation>请将它从其中一个概念中移除。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask is all black</source>
        <translation>蒙版全黑</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Nothing of the picture is trained.</source>
        <translation>图片的任何部分都不会被训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Paint white what is to be trained, or take the picture out of the concept&apos;s folder.</source>
        <translation>请把要训练的部分涂成白色，或将图片移出概念的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask of another shape</source>
        <translation>蒙版比例不同</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>It is stretched over the picture, so that it covers other parts than were painted.</source>
        <translation>它会被拉伸到图片上，覆盖的部分与所绘不同。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Make the mask again in the proportions of the picture.</source>
        <translation>请按图片的比例重新制作蒙版。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>16 bits per channel</source>
        <translation>每通道 16 位</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer reads its colours wrong.</source>
        <translation>OneTrainer 会读错它的颜色。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the picture with 8 bits per channel.</source>
        <translation>请以每通道 8 位保存图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption begins with a byte order mark</source>
        <translation>标注以字节顺序标记开头</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer keeps it: an invisible character comes before the first word of the prompt.</source>
        <translation>OneTrainer 会保留它：提示词第一个词之前有一个不可见字符。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save the file as UTF-8 without a byte order mark (BOM).</source>
        <translation>请将文件保存为不带字节顺序标记（BOM）的 UTF-8。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption holds NUL characters</source>
        <translation>标注含有 NUL 字符</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>It may be UTF-16 without a byte order mark; the NUL characters become part of the prompt.</source>
        <translation>它可能是没有字节顺序标记的 UTF-16；NUL 字符会成为提示词的一部分。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Prompt file is missing</source>
        <translation>提示词文件缺失</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Its pictures are trained with empty prompts.</source>
        <translation>其图片会以空提示词训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Connect the drive, or name another file in the concept.</source>
        <translation>请连接驱动器，或在概念中指定另一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption under another name</source>
        <translation>标注的文件名不符</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer does not read it and trains the picture with an empty prompt.</source>
        <translation>OneTrainer 不会读取它，并以空提示词训练该图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Rename it to the picture&apos;s name with .txt in place of its extension.</source>
        <translation>请改为图片的名称，并把扩展名换成 .txt。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask with another extension</source>
        <translation>蒙版扩展名不符</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer does not read it and trains the whole picture.</source>
        <translation>OneTrainer 不会读取它，并训练整张图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save it as a PNG whose name ends in -masklabel.png.</source>
        <translation>请保存为名称以 -masklabel.png 结尾的 PNG。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>File type is not trained</source>
        <translation>该文件类型不会被训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer does not look at this file.</source>
        <translation>OneTrainer 不会查看此文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Save it as PNG, JPEG or WebP.</source>
        <translation>请保存为 PNG、JPEG 或 WebP。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Link is not followed</source>
        <translation>不跟随链接</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>This trainer takes no file that is a symbolic link.</source>
        <translation>此训练器不接受符号链接文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Put the file itself there.</source>
        <translation>请把文件本身放在那里。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Bucket smaller than a batch</source>
        <translation>分桶小于一个批次</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>A batch contains pictures of one size only, and pictures that do not fill one are left out of every epoch.</source>
        <translation>一个批次只包含同一尺寸的图片，凑不满的图片在每个轮次都会被略过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Add pictures of this shape, crop these to a shape that others have, or lower the batch size.</source>
        <translation>请添加这种形状的图片、把它们裁剪成其他图片的形状，或减小批次大小。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>No caption file</source>
        <translation>没有标注文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>The picture is trained with an empty prompt.</source>
        <translation>该图片会用空提示词训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Write the caption file, an empty one if there is nothing to say.</source>
        <translation>请编写标注文件；没有内容时可以为空文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>The picture is trained with zeros instead of a prompt in every epoch.</source>
        <translation>该图片在每个轮次都以零代替提示词训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Broken link</source>
        <translation>失效的链接</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer treats it as a missing file.</source>
        <translation>OneTrainer 会把它当作不存在的文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Delete the link, or connect the drive that it points to.</source>
        <translation>请删除该链接，或连接它指向的驱动器。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Several pictures with one name</source>
        <translation>多张图片同名</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>They share one caption and one mask, and each of them is trained.</source>
        <translation>它们共用一个标注和一个蒙版，并且每张都会被训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Keep one of them, or give them names of their own.</source>
        <translation>请保留其中一张，或给它们各自的名称。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Masks are not used</source>
        <translation>未使用蒙版</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Masked training is off in this config, so whole pictures are trained.</source>
        <translation>此配置关闭了蒙版训练，因此会训练整张图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Switch masked training on if the masks are to count.</source>
        <translation>如果蒙版要起作用，请打开蒙版训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Mask without a picture</source>
        <translation>没有对应图片的蒙版</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>OneTrainer does not use it for any picture.</source>
        <translation>OneTrainer 不会为任何图片读取它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Give it the name of its picture, followed by -masklabel.png.</source>
        <translation>请用图片的名称加上 -masklabel.png 命名。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Caption is too long</source>
        <translation>标注过长</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>They are never trained.</source>
        <translation>它们永远不会被训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Shorten the caption, or put first what matters most.</source>
        <translation>请缩短标注，或把最重要的内容放在前面。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Random setting is drawn only once</source>
        <translation>随机设置只抽取一次</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>With one variation it is drawn once while caching, and every epoch repeats it.</source>
        <translation>只有一个变体时，缓存时抽取一次，之后每个轮次都重复它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>Raise the number of variations of the concept, or switch it off.</source>
        <translation>请增加概念的变体数，或关闭该设置。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>One entry for two concepts</source>
        <translation>两个概念共用一个条目</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/risks.py"/>
        <source>An index has one entry for each file, so both concepts are trained with what the settings of one of them made.</source>
        <translation>索引中每个文件只有一个条目，因此两个概念都用其中一个概念的设置所生成的结果来训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random flip</source>
        <translation>随机翻转</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random rotation</source>
        <translation>随机旋转</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random brightness</source>
        <translation>随机亮度</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random contrast</source>
        <translation>随机对比度</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random saturation</source>
        <translation>随机饱和度</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random hue</source>
        <translation>随机色相</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>{format_concept} asks for {resolution_override}, and sizes of this model are multiples of {quantisation}.</source>
        <translation>{format_concept} 要求 {resolution_override}，而该模型的尺寸是 {quantisation} 的倍数。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>tag shuffling</source>
        <translation>标签打乱</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>tag dropout</source>
        <translation>标签丢弃</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>random capitals</source>
        <translation>随机大写</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>{format_concept} asks for {drawn}, with one variation.</source>
        <translation>{format_concept} 要求 {drawn}，但只有一个变体。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>{differ}. Pictures that both ask for: {shared}.</source>
        <translation>{differ}。两者都需要的图片：{shared}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>It is trained, too.</source>
        <translation>它也会被训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>{trained} has the same content and is trained.</source>
        <translation>{trained} 内容相同，并且会被训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>The buckets of its target resolutions contain {most} at most, and a batch takes {batch}.</source>
        <translation>其目标分辨率所对应的分桶最多有 {most} 张图片，而一个批次需要 {batch} 张。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>Its bucket of {bucket} × {bucket2} contains one picture, and a batch takes {batch}.</source>
        <translation>其 {bucket} × {bucket2} 分桶中有一张图片，而一个批次需要 {batch} 张。</translation>
    </message>
    <message>
        <location filename="../../core/survey/checks/settings.py"/>
        <source>Its bucket of {bucket} × {bucket2} contains {count} pictures, and a batch takes {batch}.</source>
        <translation>其 {bucket} × {bucket2} 分桶中有 {count} 张图片，而一个批次需要 {batch} 张。</translation>
    </message>
    <message>
        <location filename="../../core/survey/files/store.py"/>
        <source>No config was opened, so it is not known whether it is needed.</source>
        <translation>没有打开配置，因此不知道是否需要它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/files/store.py"/>
        <source>{why} The config {name} needs it.</source>
        <translation>{why} 配置 {name} 需要它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/files/store.py"/>
        <source>{why} No config was opened, so it is not known whether it is needed.</source>
        <translation>{why} 没有打开配置，因此不知道是否需要它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>The drive of this cache cannot lock files.</source>
        <translation>此缓存所在驱动器无法锁定文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>Larder uses a file as a lock instead; do not let two computers write here at once.</source>
        <translation>Larder 改用文件作为锁；不要让两台电脑同时写入此处。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>cache.json is missing; {copy} was read, as the trainer would.</source>
        <translation>缺少 cache.json；已像训练器那样读取 {copy}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>The trainer repairs it at its next start.</source>
        <translation>训练器下次启动会使它恢复完整。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>The index row of {key} cannot be read: {reason}.</source>
        <translation>无法读取 {key} 的索引行：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>Its cached files are kept and can be relinked.</source>
        <translation>其缓存文件予以保留，可以重新关联。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{value} more index rows cannot be read.</source>
        <translation>另有 {value} 行索引无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>A trainer stops at {stops_at} with an error; {copy} was read here instead.</source>
        <translation>训练器会在 {stops_at} 处报错停止；这里改为读取了 {copy}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{copy} was read instead, as the trainer would.</source>
        <translation>已像训练器那样改为读取 {copy}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>A trainer stops at {stops_at} with an error; {count} of its rows can be read and are shown.</source>
        <translation>训练器会在 {stops_at} 处报错停止；它的 {count} 行可以读取并已显示。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{count} of its rows can be read and are shown.</source>
        <translation>其中 {count} 行可以读取，已显示。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>None of its rows can be read, and a trainer stops here with an error.</source>
        <translation>它的任何行都无法读取，训练器会在此处报错停止。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>None of its rows can be read, and there is no other copy.</source>
        <translation>其中没有可读取的行，也没有其他副本。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>You do not have permission to read {record}, in which Larder records what it did here.</source>
        <translation>你无权读取 {record}，Larder 在其中记录它在此处做过的操作。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>Cached files are judged as they are, without their records. To change anything here, ask the owner for permission to read and write the file.</source>
        <translation>缓存文件按现状判断，不使用其记录。若要在此更改内容，请让所有者授予你读写该文件的权限。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>OT_SKIP_CACHE_VALIDATION is set, so OneTrainer trusts its index without checking any file.</source>
        <translation>已设置 OT_SKIP_CACHE_VALIDATION，因此 OneTrainer 直接信任索引，不检查任何文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>It would train with what was cached of edited and deleted files. Build before you train, or unset it.</source>
        <translation>它会用已编辑或已删除文件的旧缓存训练。请在训练前生成缓存，或取消该变量。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>Cached files are judged as they are. Where nothing is cached yet, the trainer would train with empty prompts: connect the drive, or name another file.</source>
        <translation>缓存文件按现状判断。尚未缓存的部分，训练器会使用空提示词：请连接驱动器，或指定另一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>None of its files counts as deleted, but the trainer would stop here. Check that its drive is connected and that you may read it.</source>
        <translation>其中的文件都不会视为已删除，但训练器会在此停止。请检查其驱动器是否已连接，以及是否有读取权限。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{entries_text} was encoded with {model}</source>
        <translation>{entries_text}用 {model} 编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>{entries_text} were encoded with {model}</source>
        <translation>{entries_text}用 {model} 编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>A trainer uses them side by side. A build with {asked} encodes the others again.</source>
        <translation>训练器会混用它们。用 {asked} 构建会重新编码其余的。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>No cached file was made from files in {folder}, the folder that was named as deleted for good.</source>
        <translation>没有缓存文件由 {folder} 中的文件生成，而该文件夹被指明已永久删除。</translation>
    </message>
    <message>
        <location filename="../../core/survey/findings.py"/>
        <source>This has no effect. Give the folder that the concept names.</source>
        <translation>这没有任何作用。请指定概念中所写的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/rows.py"/>
        <source>A newer cached file of {made_from} has replaced it</source>
        <translation>已被更新的缓存文件取代：{made_from}</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>there is no config</source>
        <translation>没有配置</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>The index does not record the masks of {count} of its pictures, so only the date of a mask shows that it was edited or added.</source>
        <translation>索引没有记录其中 {count} 张图片的蒙版，因此只有蒙版的日期能说明它被编辑或添加过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>A build finds removed masks and records all masks; reading every cached file only finds them.</source>
        <translation>构建会找出被移除的蒙版并记录所有蒙版；读取每个缓存文件则只能找出它们。</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>{owners} exists and has this content.</source>
        <translation>{owners} 存在且内容相同。</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>The folder {folder} cannot be listed ({refusal}), and a file in it may need this cached file.</source>
        <translation>无法列出文件夹 {folder}（{refusal}），其中的文件可能需要此缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/store.py"/>
        <source>{path} cannot be read ({why}), and it may need this cached file.</source>
        <translation>无法读取 {path}（{why}），它可能需要此缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/verdicts.py"/>
        <source>checking cached files</source>
        <translation>正在检查缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/indexed/verdicts.py"/>
        <source>added or edited</source>
        <translation>添加或编辑</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>No dataset of this config lists its folder.</source>
        <translation>此配置的数据集都没有列出其文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>The folder has cached files and no pictures; they may be on a drive that is not connected.</source>
        <translation>该文件夹中有缓存文件但没有图片；图片可能在未连接的驱动器上。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It is for {label}, and this config trains {label2}.</source>
        <translation>它用于 {label}，而此配置训练的是 {label2}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>Which models the config trains is not known, so nothing speaks against it.</source>
        <translation>不知道该配置训练哪些模型，因此没有任何不符之处。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>metadata_cache.json does not list its picture, and kohya trusts that file.</source>
        <translation>metadata_cache.json 没有列出其图片，而 kohya 以它为准。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>Its picture is so small that the config leaves it out (skip_image_resolution).</source>
        <translation>其图片太小，配置将其略去（skip_image_resolution）。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>kohya reads {read} in its place.</source>
        <translation>kohya 会改为读取 {read}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>kohya looks for the text under another name and never reads this file.</source>
        <translation>kohya 在另一个名称下查找文本，从不读取此文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>{listed} does not exist any more, and metadata_cache.json still lists it: kohya still trains it from this file, and would stop without it. They can only be removed together.</source>
        <translation>{listed} 已不存在，但 metadata_cache.json 仍列出它：kohya 仍会用此文件训练，缺少它就会停止。两者只能一起移走。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>No picture has this name. {renamed} has the same size and nothing cached; it may be the same picture under another name.</source>
        <translation>没有图片叫这个名称。{renamed} 尺寸相同且没有缓存；它可能是改了名的同一张图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>No picture in the folder has this name.</source>
        <translation>文件夹中没有图片叫这个名称。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It lists pictures that do not exist: {name_some}.</source>
        <translation>它列出了不存在的图片：{name_some}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It lacks pictures of the folder: {name_some}.</source>
        <translation>它缺少文件夹中的图片：{name_some}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It has another size for: {name_some}.</source>
        <translation>它为以下图片记录了不同的尺寸：{name_some}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It lists what is in the folder.</source>
        <translation>它列出的正是文件夹中的内容。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>kohya trusts this list over the folder.</source>
        <translation>kohya 以此列表为准，而不是文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>Its text is not cached yet; kohya encodes it at its next start.</source>
        <translation>其文本尚未缓存；kohya 会在下次启动时编码。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It is not cached yet, and kohya will encode it squeezed: it takes the size {size} × {size2} from {name}, whose name begins alike. Rename the picture first.</source>
        <translation>它尚未缓存，而 kohya 会将其变形编码：它从名称开头相同的 {name} 取得尺寸 {size} × {size2}。请先重命名图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/judge.py"/>
        <source>It is not cached yet; kohya encodes it at its next start.</source>
        <translation>它尚未缓存；kohya 会在下次启动时编码。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>Fits as far as name, size, arrays and dates tell; kohya records no more.</source>
        <translation>就名称、尺寸、数组和日期而言相符；kohya 没有记录更多信息。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{replaced_by} exists and is always preferred, so this file is never read.</source>
        <translation>{replaced_by} 存在且总是优先，因此此文件从不会被读取。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{harm}. kohya trains with it without a warning.</source>
        <translation>{harm}。kohya 会在没有警告的情况下用它训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{picture} is newer than its latents. kohya compares no dates and will use them.</source>
        <translation>{picture} 比其潜变量更新。kohya 不比较日期，会照样使用。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{problem} kohya stops when it opens the file.</source>
        <translation>{problem} kohya 打开该文件时会停止。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{names} have the same name except for the extension, so kohya trains both with this file. Rename one of them.</source>
        <translation>{names} 除扩展名外名称相同，因此 kohya 用此文件训练两者。请重命名其中之一。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It was encoded distorted: the picture was {text} and was taken to be {text2}, the size of another picture whose name begins alike.</source>
        <translation>它被变形编码：图片为 {text}，却被当作 {text2}，即另一张名称开头相同的图片的尺寸。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>{picture} is {text}, and it was {text2} when it was cached: it is another picture now. kohya does not notice and trains the old one.</source>
        <translation>{picture} 现为 {text}，缓存时为 {text2}：它已是另一张图片。kohya 不会察觉，仍训练旧图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>The latents are {text_of}, and the config asks for {text_of2}. kohya uses latents of an earlier release without comparing their size.</source>
        <translation>潜变量为 {text_of}，而配置要求 {text_of2}。kohya 使用早期版本的潜变量时不比较尺寸。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has latents of {value}, and the config asks for {text_of}.</source>
        <translation>其中的潜变量为 {value}，而配置要求 {text_of}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has no latents of {text_of}, which the config asks for.</source>
        <translation>其中没有配置所要求的 {text_of} 潜变量。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>The config asks for mirrored pictures (flip_aug), and it has no mirrored latents; kohya encodes it again.</source>
        <translation>配置要求镜像图片（flip_aug），而其中没有镜像潜变量；kohya 会重新编码。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>The config asks for masks (alpha_mask), and it has none; kohya encodes it again.</source>
        <translation>配置要求蒙版（alpha_mask），而其中没有；kohya 会重新编码。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has a mask that the config does not ask for, and kohya applies it all the same.</source>
        <translation>其中有配置未要求的蒙版，kohya 仍会应用它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has a mask of {size} that the config does not ask for and that hides nothing.</source>
        <translation>其中有一个 {size} 的蒙版，配置未要求它，它也没有遮住任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>It has a mask of {size} that the config does not ask for; whether it hides anything, reading every cached file tells.</source>
        <translation>其中有一个 {size} 的蒙版，配置未要求它；读取所有缓存文件后可知它是否遮住了内容。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/latents.py"/>
        <source>Arrays of other resolutions in it are not used.</source>
        <translation>其中其他分辨率的数组未被使用。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/store.py"/>
        <source>kohya leaves its folder out: {reason}.</source>
        <translation>kohya 略去其文件夹：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/store.py"/>
        <source>a list of pictures</source>
        <translation>图片列表</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/store.py"/>
        <source>{path} is not a list of pictures: its JSON is not an object.</source>
        <translation>{path} 不是图片列表：其 JSON 不是对象。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>It lacks {lacking}; kohya encodes it again.</source>
        <translation>其中缺少 {lacking}；kohya 会重新编码。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>{caption} is newer than its cached text. {what_is_used}</source>
        <translation>{caption} 比其缓存的文本更新。{what_is_used}</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>metadata_cache.json still has the caption “{caption}” for it.</source>
        <translation>metadata_cache.json 中它的标注仍为“{caption}”。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>kohya compares no captions and will use it.</source>
        <translation>kohya 不比较标注，会照样使用。</translation>
    </message>
    <message>
        <location filename="../../core/survey/kohya/texts.py"/>
        <source>It has {shape} tokens, and the config asks for {asked}. kohya pads it with zeros and does not notice.</source>
        <translation>其中有 {shape} 个标记，而配置要求 {asked} 个。kohya 用零填充且不会察觉。</translation>
    </message>
    <message>
        <location filename="../../core/survey/linked_payloads.py"/>
        <source>A trainer wrote into it through a numbered file that is the same file on the drive, so it may contain values of another picture, caption or model.</source>
        <translation>训练器通过一个编号文件写入了它，而两者在驱动器上是同一个文件，因此其中可能是另一张图片、另一条标注或另一个模型的值。</translation>
    </message>
    <message>
        <location filename="../../core/survey/looked_slots.py"/>
        <source>the cached file of its present content is {own}</source>
        <translation>其当前内容的缓存文件是 {own}</translation>
    </message>
    <message>
        <location filename="../../core/survey/moved_content.py"/>
        <source>More than {most_folders} folders may hold its source.</source>
        <translation>可能含有其源文件的文件夹超过 {most_folders} 个。</translation>
    </message>
    <message>
        <location filename="../../core/survey/moved_content.py"/>
        <source>looking for moved files</source>
        <translation>正在查找移动过的文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/moved_content.py"/>
        <source>Its source may have moved: {path} cannot be read: {reason}.</source>
        <translation>其源文件可能已移动：无法读取 {path}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/moved_content.py"/>
        <source>Its source may have moved: the folder {folder} cannot be listed: {reason}.</source>
        <translation>其源文件可能已移动：无法列出文件夹 {folder}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Fits as far as name, size, arrays and dates tell; musubi records no more.</source>
        <translation>就名称、尺寸、数组和日期而言相符；musubi 没有记录更多信息。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>The folder of its picture or video has no sources; they may be on a drive that is not connected.</source>
        <translation>其图片或视频的文件夹中没有源文件；它们可能在未连接的驱动器上。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>musubi trains on it all the same</source>
        <translation>musubi 仍会用它训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It is not a cached file, although its name ends like one: the trainer&apos;s cache command deletes it, and training stops at its name. Move it away first.</source>
        <translation>它不是缓存文件，但名称结尾与缓存文件相同：训练器的缓存命令会删除它，训练也会因其名称而停止。请先将它移走。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It is not a cached file; the trainer neither reads it nor removes it.</source>
        <translation>它不是缓存文件；训练器既不读取也不删除它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>No dataset of this config has this cache folder: it is neither read nor deleted.</source>
        <translation>此配置的数据集都不使用该缓存文件夹：它既不会被读取也不会被删除。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It is for {label}, and most files here are for {label2}.</source>
        <translation>它用于 {label}，而此处大多数文件用于 {label2}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its caption file is gone, so the trainer leaves the picture out, but what is cached of it is trained until the cache command deletes it.</source>
        <translation>其标注文件不见了，因此训练器会略去该图片，但其缓存内容仍会被训练，直到缓存命令将其删除。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>{problem} Training stops when it gets there.</source>
        <translation>{problem} 训练到此处会停止。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture is gone, and musubi trains on it all the same. {renamed} has the same size and caption and nothing cached; it may be the same picture under another name.</source>
        <translation>其图片已不见，而 musubi 仍会用它训练。{renamed} 尺寸和标注相同且没有缓存；它可能是改了名的同一张图片。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture or video is gone, and musubi trains on it all the same.</source>
        <translation>其图片或视频已不见，而 musubi 仍会用它训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture or video is gone; without a text file it is left out of training.</source>
        <translation>其图片或视频已不见；没有文本文件，训练时会略去它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>{count} pictures have this name and this size, so they share this file, which has whichever was cached last. Rename one of them.</source>
        <translation>有 {count} 张图片名称和尺寸相同，因此共用此文件，其中是最后缓存的那一张。请重命名其中之一。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture is {text} now, and it was {text2} when it was cached; musubi trains on it all the same, until the cache command makes a new file and deletes this one.</source>
        <translation>其图片现为 {text}，缓存时为 {text2}；musubi 仍会用它训练，直到缓存命令生成新文件并删除此文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>The latents are {text}, and the config asks for {map}; musubi trains on it all the same. The cache command makes it again, but not with --skip_existing.</source>
        <translation>潜变量为 {text}，而配置要求 {map}；musubi 仍会用它训练。缓存命令会重新生成它，但使用 --skip_existing 时不会。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>No bucket of this config is {text}, and musubi trains on it all the same.</source>
        <translation>此配置没有 {text} 的分桶，而 musubi 仍会用它训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>The config asks for no clip of {frames} frames that begins at {first}, and musubi trains on it all the same.</source>
        <translation>配置不要求从第 {first} 帧开始、长 {frames} 帧的片段，而 musubi 仍会用它训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its picture, video or control picture is newer than its latents. musubi compares no dates.</source>
        <translation>其图片、视频或控制图片比潜变量更新。musubi 不比较日期。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>{fits} Its text file is missing, so it is left out of training.</source>
        <translation>{fits} 其文本文件缺失，因此训练时会略去它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It lacks the arrays {value} of one of the encoders. The cache command makes them, but not with --skip_existing.</source>
        <translation>其中缺少某个编码器的数组 {value}。缓存命令会生成它们，但使用 --skip_existing 时不会。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>{count} sources have this name and different captions, and one text file: it has “{cached}”. Rename one of them.</source>
        <translation>有 {count} 个源文件名称相同而标注不同，却只有一个文本文件：其中是“{cached}”。请重命名其中之一。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It was made from “{cached}”, and the caption is “{caption}” now; musubi trains on it all the same. The cache command makes it again, but not with --skip_existing.</source>
        <translation>它由“{cached}”生成，而标注现在是“{caption}”；musubi 仍会用它训练。缓存命令会重新生成它，但使用 --skip_existing 时不会。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>Its text is not cached yet, so it is left out of training; the cache command makes it.</source>
        <translation>其文本尚未缓存，因此训练时会略去它；缓存命令会生成文本。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/judge.py"/>
        <source>It is not cached yet and therefore not trained; the cache command makes it.</source>
        <translation>它尚未缓存，因此不会被训练；缓存命令会生成它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>Line {number} of {path} names no picture or video.</source>
        <translation>{path} 的第 {number} 行没有指定图片或视频。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>The list {path} cannot be read: {reason}.</source>
        <translation>无法读取列表 {path}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>The list {path} is not UTF-8.</source>
        <translation>列表 {path} 不是 UTF-8。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>Line {number} of {path} is not valid JSON.</source>
        <translation>{path} 的第 {number} 行不是有效的 JSON。</translation>
    </message>
    <message>
        <location filename="../../core/survey/musubi/sources.py"/>
        <source>Line {number} of {path} is not a JSON object.</source>
        <translation>{path} 的第 {number} 行不是 JSON 对象。</translation>
    </message>
    <message>
        <location filename="../../core/survey/odd_forms.py"/>
        <source>checking how files were made</source>
        <translation>正在查看文件的制作方式</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>Not what the config&apos;s model makes: {compared} were encoded again to compare, and differ by {percent}</source>
        <translation>与配置中模型生成的内容不符：为比较重新编码了 {compared}，相差 {percent}</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>{describe_changes} in the latest build</source>
        <translation>最近一次构建中{describe_changes}</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>encoded with {named}, while the latest build used {named2}</source>
        <translation>用 {named} 编码，而最近一次构建使用 {named2}</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>The dates of cached files differ from the recorded ones ({files}), as after copying without dates; Larder recognised by names, sizes and content how they were made.</source>
        <translation>缓存文件的日期与记录不符（{files}），如同复制时未保留日期；Larder 已通过名称、大小和内容重新确认其制作方式。</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_recipes.py"/>
        <source>reading models</source>
        <translation>正在读取模型</translation>
    </message>
    <message>
        <location filename="../../core/survey/other_sources.py"/>
        <source>another file, or from an older version of it</source>
        <translation>另一个文件，或其较早的版本</translation>
    </message>
    <message>
        <location filename="../../core/survey/programs.py"/>
        <source>A trainer would run code from {value} more files of this cache.</source>
        <translation>训练器还会运行此缓存中另外 {value} 个文件里的代码。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its captions, so Larder cannot tell which were edited.</source>
        <translation>此缓存不记录标注的内容和日期，因此 Larder 无法得知哪些编辑过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its captions, so an edited one shows only by a date newer than its cached file&apos;s.</source>
        <translation>此缓存不记录标注的内容和日期，因此只有日期晚于缓存文件时才能看出编辑过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its captions, so an edited one shows only by the tokens in its cached file.</source>
        <translation>此缓存不记录标注的内容和日期，因此只能从缓存文件中的词元看出编辑过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its pictures, so Larder cannot tell which were edited.</source>
        <translation>此缓存不记录图片的内容和日期，因此 Larder 无法得知哪些编辑过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its pictures, so an edited one shows only by a date newer than its cached file&apos;s.</source>
        <translation>此缓存不记录图片的内容和日期，因此只有日期晚于缓存文件时才能看出编辑过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>This cache records neither content nor dates of its pictures, so an edited one shows only by the tokens in its cached file.</source>
        <translation>此缓存不记录图片的内容和日期，因此只能从缓存文件中的词元看出编辑过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its captions, so Larder cannot tell which were edited.</source>
        <translation>对 {count2} 个组中的 {count} 个，此缓存既不记录标注的内容，也不记录其日期，因此 Larder 无法判断哪些被编辑过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its captions, so an edited one shows only by a date newer than its cached file&apos;s.</source>
        <translation>对 {count2} 个组中的 {count} 个，此缓存既不记录标注的内容，也不记录其日期，因此被编辑过的只能通过比缓存文件更新的日期看出。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its captions, so an edited one shows only by the tokens in its cached file.</source>
        <translation>对 {count2} 个组中的 {count} 个，此缓存既不记录标注的内容，也不记录其日期，因此被编辑过的只能通过缓存文件中的词元看出。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its pictures, so Larder cannot tell which were edited.</source>
        <translation>对 {count2} 个组中的 {count} 个，此缓存既不记录图片的内容，也不记录其日期，因此 Larder 无法判断哪些被编辑过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its pictures, so an edited one shows only by a date newer than its cached file&apos;s.</source>
        <translation>对 {count2} 个组中的 {count} 个，此缓存既不记录图片的内容，也不记录其日期，因此被编辑过的只能通过比缓存文件更新的日期看出。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>For {count} of {count2} groups, this cache records neither content nor dates of its pictures, so an edited one shows only by the tokens in its cached file.</source>
        <translation>对 {count2} 个组中的 {count} 个，此缓存既不记录图片的内容，也不记录其日期，因此被编辑过的只能通过缓存文件中的词元看出。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>A build records them. Without one, have OneTrainer clear this cache after you edit captions.</source>
        <translation>构建会记录它们。不构建的话，编辑标注后请让 OneTrainer 清空此缓存。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/dates.py"/>
        <source>A build records them. Without one, have OneTrainer clear this cache after you edit pictures.</source>
        <translation>构建会记录它们。不构建的话，编辑图片后请让 OneTrainer 清空此缓存。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>the pictures it lists</source>
        <translation>它列出的图片</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>its number of cached files</source>
        <translation>它的缓存文件数</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>{shifted} of {count} are trained with what was made from another file; without this group, the trainer caches all of them again.</source>
        <translation>{count} 个中有 {shifted} 个会用由其他文件生成的内容训练；没有此组时训练器会全部重新缓存。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It belongs to the concept {label}, which this config does not train.</source>
        <translation>它属于概念 {label}，此配置不训练该概念。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It is named {key_form_text}.</source>
        <translation>其名称{key_form_text}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>Its name fits no settings of the concept {label}; it was matched by {evidence}.</source>
        <translation>其名称与概念 {label} 的任何设置都不符；根据{evidence}识别。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It has the name that an older OneTrainer gave the concept {labels}, of which there is a newer group here.</source>
        <translation>它按旧版 OneTrainer 对概念 {labels} 的方式命名，而此处已有该概念的新组。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It is named {key_form_text}; the concept {labels} is read from another group that is here.</source>
        <translation>其名称{key_form_text}；概念 {labels} 从此处的另一组读取。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>The folder {folder} of its files cannot be reached, so it is kept.</source>
        <translation>其文件所在的文件夹 {folder} 无法访问，因此予以保留。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>The file it was made from is gone.</source>
        <translation>生成它的文件已不存在。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>All {count} files it was made from are gone.</source>
        <translation>生成它的 {count} 个文件都已不存在。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>There is no concept list to match it with.</source>
        <translation>没有可供对照的概念列表。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It was made with other settings of the concept {labels}; another config may use it.</source>
        <translation>它是用概念 {labels} 的其他设置生成的；其他配置可能在用。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>It belongs to no concept of this config; another config may use it.</source>
        <translation>它不属于此配置的任何概念；其他配置可能在用。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>Its folder cannot be read: {problem}.</source>
        <translation>其文件夹无法读取：{problem}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>OneTrainer treats it as a missing file: {passed_over}</source>
        <translation>OneTrainer 将其视为不存在的文件：{passed_over}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/group_verdicts.py"/>
        <source>The file no longer exists; its folder {root} does</source>
        <translation>文件已不存在，但其文件夹 {root} 还在</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/groups.py"/>
        <source>reading groups</source>
        <translation>正在读取组</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/prompts.py"/>
        <source>Which captions these files hold was not checked: {problem}</source>
        <translation>未检查这些文件包含哪些标注：{problem}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/prompts.py"/>
        <source>Which captions these files hold was not checked: their tokens do not come from the tokenizer on this computer.</source>
        <translation>未检查这些文件包含哪些标注：其中的词元不是由本机的分词器生成的。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/prompts.py"/>
        <source>the caption of {source}</source>
        <translation>{source} 的标注</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/recovery.py"/>
        <source>It is not the file that was recorded, and nothing in it shows what it was made from.</source>
        <translation>它不是记录下来的那个文件，其中也没有任何内容说明它由什么生成。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/recovery.py"/>
        <source>The dates of folders of this cache differ from the recorded ones ({folders}), as after copying without dates; Larder recognised by names, sizes and content what their files were made from.</source>
        <translation>此缓存中有文件夹的日期与记录不同（{folders} 个），例如复制时未保留日期；已按名称、大小和内容重新识别其文件的来源。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/recovery.py"/>
        <source>A build records the new dates.</source>
        <translation>构建会记录新的日期。</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Renamed: it was {pictures} when it was cached</source>
        <translation>已重命名：缓存时为 {pictures}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Cached file {sample} of variation {number}</source>
        <translation>变体 {number} 的缓存文件 {sample}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Caching of variation {number} was interrupted; the trainer starts it again from the beginning</source>
        <translation>变体 {number} 的缓存被中断；训练器会从头开始</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Variation {number} is not cached yet</source>
        <translation>变体 {number} 尚未缓存</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Only the first {count} of {samples} are cached, and the trainer stops when it gets past them</source>
        <translation>{samples} 个中只缓存了前 {count} 个，训练器读完后会停止</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Cached file {sample} is missing</source>
        <translation>缺少缓存文件 {sample}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>Its cached file is missing from the disk, and the trainer stops when it gets there</source>
        <translation>磁盘上缺少其缓存文件，训练器到达时会停止</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>{count} are cached and the concept has {samples}, but it is not recorded which belongs to which, so this cached file may be of another picture</source>
        <translation>已缓存 {count} 个而概念有 {samples} 个，但没有记录对应关系，因此此缓存文件可能属于另一张图片</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/slot_verdicts.py"/>
        <source>the caption of </source>
        <translation>标注： </translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>Nothing is cached for the concept {label} yet</source>
        <translation>概念 {label} 尚未缓存任何内容</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>Made with other settings of the concept {label}; the trainer will cache it again</source>
        <translation>用概念 {label} 的其他设置生成；训练器会重新缓存</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>Group {key}</source>
        <translation>组 {key}</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>The concept {label} does not use it any more</source>
        <translation>概念 {label} 不再使用它</translation>
    </message>
    <message>
        <location filename="../../core/survey/released/store.py"/>
        <source>Its picture {picture} is gone</source>
        <translation>其图片 {picture} 已不存在</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer stops when it gets there</source>
        <translation>训练器到达时会停止</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer keeps training one of the two with what was made from the other</source>
        <translation>训练器会继续用由另一个生成的内容训练其中一个</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer keeps training with wrong pairs without a warning</source>
        <translation>训练器会在没有警告的情况下用错误的配对继续训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer stops when it gets there, or trains with what is left of it</source>
        <translation>训练器到达时会停止，或用残留的内容训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer keeps training with these values</source>
        <translation>训练器会用这些值继续训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it again at its next start</source>
        <translation>训练器下次启动时会重新编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer may keep using the old one</source>
        <translation>训练器可能继续使用旧的</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer does not notice and keeps using the old one</source>
        <translation>训练器不会察觉，继续使用旧的</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it at its next start</source>
        <translation>训练器下次启动时会编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it at its next start, or stops when it gets there</source>
        <translation>训练器下次启动时会编码，或到达时停止</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer may keep using the size that is cached</source>
        <translation>训练器可能继续使用已缓存的尺寸</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps training with wrong pairs without a warning</source>
        <translation>OneTrainer 会在没有警告的情况下用错误的配对继续训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer stops when it gets there, or trains with what is left of it</source>
        <translation>OneTrainer 到达时会停止，或用残留的内容训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps training with these values</source>
        <translation>OneTrainer 会用这些值继续训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps using the old one without a warning</source>
        <translation>OneTrainer 会在没有警告的情况下继续使用旧的</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps using the old one, or encodes the whole group again if the group has another name now</source>
        <translation>OneTrainer 继续使用旧的；如果该组现在名称不同，则重新编码整组</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer stops when it gets there, if the rest of the group is cached</source>
        <translation>如果组中其余部分已缓存，OneTrainer 到达时会停止</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer stops when it gets there</source>
        <translation>OneTrainer 到达时会停止</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps using the size that is cached</source>
        <translation>OneTrainer 继续使用已缓存的尺寸</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer stops at its next start, at a source file that it cannot cache</source>
        <translation>训练器下次启动时会停在一个它无法缓存的源文件上</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>To have it make this cache again, switch on “Clear cache before training” there, once.</source>
        <translation>要让它重新生成此缓存，请在那里开启一次“Clear cache before training”。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it at its next start, unless it stops at a source file that was not opened yet</source>
        <translation>训练器会在下次启动时编码，除非它停在某个尚未打开过的源文件上</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer encodes it again at its next start, unless it stops at a source file that was not opened yet</source>
        <translation>训练器会在下次启动时重新编码，除非它停在某个尚未打开过的源文件上</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer encodes it at its next start, unless it stops at a source file that was not opened yet</source>
        <translation>OneTrainer 会在下次启动时编码，除非它停在某个尚未打开过的源文件上</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Until then, everything made from it is kept.</source>
        <translation>在此之前，由它生成的一切都会保留。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>find the new place of its folder</source>
        <translation>查找其文件夹的新位置</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>connect its drive; nothing else has to be done</source>
        <translation>连接其驱动器即可，无需其他操作</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Connect its drive, or put its folder back. Until then, everything made from it is kept.</source>
        <translation>连接其驱动器，或把文件夹放回。在此之前，由它生成的一切都会保留。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Make sure that the file can be read. Until then, everything made from it is kept.</source>
        <translation>请确保该文件可以读取。在此之前，由它生成的一切都会保留。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Repair or replace the picture, mask or caption that cannot be used, or take it out of the concept&apos;s folder; nothing can be made from it as it is.</source>
        <translation>请修复或替换无法使用的图片、蒙版或标注，或将其移出概念的文件夹；按现状无法用它构建任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>encode it again</source>
        <translation>重新编码它</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer trains with the changed values</source>
        <translation>训练器会用已改变的值训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer trains with the changed values</source>
        <translation>OneTrainer 会用已改变的值训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>encode it</source>
        <translation>编码它</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>link it to the cached file that already has its content; nothing is encoded</source>
        <translation>把它关联到内容相同的现有缓存文件；无需编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>link its cached file to the file that has the same content now</source>
        <translation>把它的缓存文件关联到现在内容相同的文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the cached files of the deleted caption to quarantine</source>
        <translation>把已删除标注的缓存文件移入隔离区</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>it only takes up space; the picture is trained without a caption until it has one again</source>
        <translation>它只占空间；在重新有标注之前，该图片不带标注训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move its cached files and its entry to quarantine; Undo restores both</source>
        <translation>把其缓存文件和条目移入隔离区；“撤销”可恢复两者</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>it only takes up space</source>
        <translation>它只占空间</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>The trainer trains the picture without a caption. Write the caption file, and it can be cached.</source>
        <translation>训练器不带标注训练该图片。写好标注文件后即可缓存。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>No action is needed: it is kept for now and does no harm.</source>
        <translation>无需处理：它暂时保留，没有害处。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>store its new date</source>
        <translation>记录它的新日期</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>the trainer reads the whole file once more</source>
        <translation>训练器会再完整读取一次该文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the damaged file to quarantine</source>
        <translation>把损坏的文件移入隔离区</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>nothing reads it with this config</source>
        <translation>使用此配置时没有程序会读取它</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the damaged file to quarantine; the trainer encodes it again</source>
        <translation>把损坏的文件移入隔离区；训练器会重新编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>The file cannot be read now, so nothing can be made from it.</source>
        <translation>该文件现在无法读取，因此不能由它生成任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>No enabled concept of this config uses it, so the trainer does not read it and a build does not encode it.</source>
        <translation>此配置中没有启用的概念使用它，因此训练器不读取，构建也不编码它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the files of its group to the right positions, and encode only what is missing or cannot be recognised</source>
        <translation>把组中的文件移到正确位置，只编码缺少或无法识别的</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer encodes it at its next start</source>
        <translation>OneTrainer 下次启动时会编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>No action is needed: OneTrainer does not check dates, and the next build stores the new one.</source>
        <translation>无需处理：OneTrainer 不看日期，下次构建会记录新日期。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>review its whole group, which is not ticked</source>
        <translation>查看整个组，它未勾选</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer keeps using its cached file for another picture until the next build removes it.</source>
        <translation>在下次构建移除它之前，OneTrainer 会继续为另一张图片使用此缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>review its whole group, which is not ticked; once the groups of these pictures and of their captions are in quarantine, OneTrainer encodes both again at its next start</source>
        <translation>查看整个组，它未勾选；这些图片及其标注的组移入隔离区后，OneTrainer 下次启动时会重新编码两者</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>OneTrainer encodes it at its next start.</source>
        <translation>OneTrainer 下次启动时会编码。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>{sentence} To have it make this cache again, switch on “Clear cache before training” there, once.</source>
        <translation>{sentence}要让它重新生成此缓存，请在那里开启一次“Clear cache before training”。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>every survey reads the whole file again</source>
        <translation>每次扫描都会再完整读取该文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>record the new place of its file; nothing is encoded</source>
        <translation>记录其文件的新位置；无需编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move it to quarantine; Undo restores it</source>
        <translation>移入隔离区；“撤销”可恢复</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>cache the folder of its file again</source>
        <translation>重新缓存其文件所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>programs that request it do not find it</source>
        <translation>请求它的程序找不到它</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>The same encoder would give the same values again, so look at the file it was made from.</source>
        <translation>同一编码器还会给出相同的值，因此请查看生成它的文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Larder cannot open the encoder that made it; only the program that made it can make it again.</source>
        <translation>Larder 无法打开生成它的编码器；只有生成它的程序能重新生成。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>It is not recorded which file it was made from. Cache the folder of that file to make it again.</source>
        <translation>没有记录它由哪个文件生成。缓存该文件所在的文件夹即可重新生成。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Only the program that made it can make it again.</source>
        <translation>只有生成它的程序能重新生成。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>move the cached file to quarantine, so that the trainer encodes it again</source>
        <translation>将缓存文件移入隔离区，以便训练器重新编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>it stays as it is</source>
        <translation>它将保持原样</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>if the file was edited, move what was made from it to quarantine, so that the trainer encodes it again</source>
        <translation>如果文件已被编辑，请将由它生成的内容移入隔离区，以便训练器重新编码</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Rename one of the pictures, so that each gets a cached file of its own.</source>
        <translation>请重命名其中一张图片，使每张都有自己的缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>The trainer encodes it at its next start; Larder builds nothing for it.</source>
        <translation>训练器会在下次启动时编码；Larder 不为其构建任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>No action is needed: it stays as it is.</source>
        <translation>无需操作：它将保持原样。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>Larder builds nothing for this trainer, and a clean does not remove the file.</source>
        <translation>Larder 不为此训练器构建任何内容，清理也不会移走该文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>relink them to the files that have their content now</source>
        <translation>重新关联到现在内容相同的文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>record the new places of their files</source>
        <translation>记录其文件的新位置</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>review what would be removed; nothing moves until you agree</source>
        <translation>查看会移除什么；在你同意之前不移动任何文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>copy the readable entries into a new index and keep the damaged file</source>
        <translation>把可读取的条目复制到新索引，并保留损坏的文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <location filename="../../core/survey/remedies.py"/>
        <source>%1 Otherwise %2.</source>
        <translation>%1否则，%2。</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>The index cannot be read: {unread}.</source>
        <translation>无法读取索引：{unread}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>The index cannot be read completely: {damage}.</source>
        <translation>无法完整读取索引：{damage}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>{rows} row of the index cannot be read.</source>
        <translation>索引中有 {rows} 行无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>{rows} rows of the index cannot be read.</source>
        <translation>索引中有 {rows} 行无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/survey/report.py"/>
        <source>{missing} A row of it may name this file.</source>
        <translation>{missing}其中的某一行可能指向此文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>is missing</source>
        <translation>不存在</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>holds none of its indexed files</source>
        <translation>中没有任何已索引的文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>no longer contains the folder of these files</source>
        <translation>中不再有这些文件所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>is on another device than before</source>
        <translation>所在设备与之前不同</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>is a broken link</source>
        <translation>是失效的链接</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>number {value}</source>
        <translation>第 {value} 个</translation>
    </message>
    <message>
        <location filename="../../core/survey/roots.py"/>
        <source>cannot be listed: {refusal}</source>
        <translation>无法列出：{refusal}</translation>
    </message>
    <message>
        <location filename="../../core/survey/sharing.py"/>
        <source>their masks differ</source>
        <translation>它们的蒙版不同</translation>
    </message>
    <message>
        <location filename="../../core/survey/sharing.py"/>
        <source>their conditioning pictures differ</source>
        <translation>它们的条件图像不同</translation>
    </message>
    <message>
        <location filename="../../core/survey/sharing.py"/>
        <source>their prompts are their file names, which differ</source>
        <translation>它们以文件名为提示词，而文件名不同</translation>
    </message>
    <message>
        <location filename="../../core/survey/sharing.py"/>
        <source>{concept_name} and {concept_name2} differ: {describe_changes}</source>
        <translation>{concept_name} 与 {concept_name2} 不同：{describe_changes}</translation>
    </message>
    <message>
        <location filename="../../core/survey/survey.py"/>
        <source>listing pictures</source>
        <translation>正在列出图片</translation>
    </message>
    <message>
        <location filename="../../core/survey/survey.py"/>
        <source>{path} cannot be read, and it may need this cached file.</source>
        <translation>无法读取 {path}，它可能需要此缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>{spelled} cannot be listed: {reason}</source>
        <translation>无法列出 {spelled}：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>no picture is in {path}</source>
        <translation>{path} 中没有图片</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>it is not known what this kind of training draws</source>
        <translation>此训练方式的抽取结果未知</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>It is not known which of its target resolutions the trainer draws for each picture of {name}: {why}. Cached: {is_sized}.</source>
        <translation>无法得知训练器为 {name} 的每张图片抽取哪个目标分辨率：{why}。已缓存的有 {is_sized}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/targets.py"/>
        <source>A new cache would have about {expected}.</source>
        <translation>新缓存大约会有 {expected}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training stops when it draws this one, which may be hours after the start.</source>
        <translation>训练抽到它时会中断，可能在开始几小时之后。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Runs a program</source>
        <translation>会运行程序</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>A trainer opens cached files without checking them, and this one would run a program on your computer.</source>
        <translation>训练器打开缓存文件时不作检查，而这个文件会在你的电脑上运行程序。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>It would run a program when it is opened.</source>
        <translation>打开它就会运行程序。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Made from another file</source>
        <translation>由其他文件生成</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training pairs it with what was made from another picture or caption, without a warning.</source>
        <translation>训练会在没有警告的情况下把它与由另一张图片或另一条标注生成的内容配对。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Paired by chance</source>
        <translation>随机配对</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The concept&apos;s balancing draws samples, and this trainer draws its pictures and its captions independently: most pictures are trained with the caption of another.</source>
        <translation>该概念的 Balancing 设为抽取样本（Samples），而这个训练器对图片和标注分别抽取：大多数图片会用其他图片的标注训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>No numbers (NaN)</source>
        <translation>非数值（NaN）</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The loss becomes NaN in the first step that draws it, and the trained weights with it: everything after that step is lost.</source>
        <translation>第一次抽到它的那一步，损失就变成 NaN，训练的权重也随之损坏：之后的训练全部作废。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Whatever is computed from it becomes NaN.</source>
        <translation>由它计算出的一切都会变成 NaN。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Changed on the disk</source>
        <translation>在磁盘上被改动</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Some of its bytes have changed since it was written. A trainer compares no checksums and trains with the changed values.</source>
        <translation>写入之后其中一些字节发生了变化。训练器不核对校验和，会用变化后的值训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Some of its bytes have changed since it was written.</source>
        <translation>写入之后其中一些字节发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Made for another model</source>
        <translation>为其他模型生成</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>A trainer finds cached files by their names: this one was encoded for another model type and is useless for the model that is trained.</source>
        <translation>训练器按名称查找缓存文件：这个文件是为其他模型类型编码的，对正在训练的模型没有用。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>All zeros</source>
        <translation>全是零</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training takes the zeros for the encoder&apos;s output and learns an empty picture or an empty prompt.</source>
        <translation>训练会把这些零当作编码器的输出，学到一张空图片或空提示词。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>It contains only zeros.</source>
        <translation>其中只有零。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The picture is trained with zeros instead of a prompt in every epoch, also if prompts come from file names or from the concept; the trainer only warns in its console.</source>
        <translation>该图片在每个轮次都用零而不是提示词训练，即使提示词来自文件名或概念也是如此；训练器只在控制台里警告。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Write the caption file, an empty one if there is nothing to say, and build it.</source>
        <translation>写一个标注文件（没有内容可写就留空），然后构建它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>OneTrainer stops while it caches its group.</source>
        <translation>OneTrainer 在缓存它所在的组时会中断。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Another caption</source>
        <translation>其他标注</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The picture is trained with a text that is no longer in its caption.</source>
        <translation>该图片会用它的标注里现在没有的文字训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>One prompt for several</source>
        <translation>多个共用一个提示词</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>One mask for several</source>
        <translation>多张共用一个蒙版</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>One conditioning picture for several</source>
        <translation>多张共用一张条件图像</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>One concept&apos;s settings for several</source>
        <translation>多个共用一个概念的设置</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Old version</source>
        <translation>旧版本</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The file was edited and kept its date, so the trainer does not notice and trains with what was made from the old version.</source>
        <translation>文件被编辑过但日期没变，训练器不会察觉，会继续用由旧版本生成的内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The file was edited, which OneTrainer does not notice: it trains with what was made from the old version.</source>
        <translation>文件被编辑过，而 OneTrainer 不会察觉：它会用由旧版本生成的内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>It was made from an old version of the file.</source>
        <translation>它由文件的旧版本制作。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Old mask</source>
        <translation>旧蒙版</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training uses the old mask, so the wrong part of the picture counts.</source>
        <translation>训练会使用旧蒙版，因此计入训练的是图片的错误部分。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Other settings</source>
        <translation>设置不同</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training uses what was made with other settings or another model, without a warning.</source>
        <translation>训练会在没有警告的情况下使用由其他设置或其他模型生成的内容。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Other size</source>
        <translation>其他尺寸</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training uses the cached size, not the one that you set.</source>
        <translation>训练会按已缓存的尺寸进行，而不是你设置的尺寸。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Incomplete file</source>
        <translation>文件不完整</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>The missing part is filled with zeros if the trainer does not encode it again in time.</source>
        <translation>如果训练器没有及时重新编码，缺少的部分会用零填充。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Wrong size</source>
        <translation>尺寸不对</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Its size is not that of its bucket: training stops when it shares a batch with others, and learns another crop of the picture where it is alone.</source>
        <translation>它的尺寸与所在的分桶不符：与其他样本同批时训练中断，单独一批时学到的是图片的另一种裁剪。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Too many tokens</source>
        <translation>词元过多</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>It contains more tokens of its caption than the length to which the trainer pads captions: training stops when it draws this one, which may be hours after the start.</source>
        <translation>它保存的标注词元数超过训练器的填充长度：训练抽到它时会中断，可能是在开始数小时之后。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Unlike the others</source>
        <translation>与其余的不同</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Its data type or channels differ from the rest, as if another model had made it: training stops when it shares a batch with others, and learns nonsense where it is alone.</source>
        <translation>它的数据类型或通道数与其余的不同，像是由其他模型生成：与其他样本同批时训练中断，单独一批时学到的毫无意义。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Damaged file</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>A program that needs it makes it again or stops.</source>
        <translation>需要它的程序会重新生成它，或者中断。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>List does not match</source>
        <translation>列表不匹配</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>OneTrainer takes names and crops of pictures from this list by their position. It stops where the list is shorter than the cached files or where the crops of a batch differ; otherwise it trains with the names of other pictures.</source>
        <translation>OneTrainer 按位置从此列表中取图片的名称和裁剪尺寸：当列表比缓存文件短，或同一批次的裁剪尺寸不同时，它会停止；其他情况下会用其他图片的名称进行训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Cached file missing</source>
        <translation>缓存文件缺失</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training stops when it draws this one, which may be hours after the start. Only a start that looks at every file makes it again.</source>
        <translation>训练抽到它时会中断，可能在开始几小时之后。只有逐个检查文件的启动才会重新生成它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Programs that request it do not find it.</source>
        <translation>请求它的程序找不到它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Other model type</source>
        <translation>其他模型类型</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training does not start.</source>
        <translation>训练无法开始。</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <location filename="../../core/survey/training_risks.py"/>
        <source>Training is not harmed, but the file contains a whole batch for a single item, which costs space and reading time.</source>
        <translation>对训练无害，但文件为单个项目存了整个批次，浪费空间和读取时间。</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>The file was edited and has been cached again since</source>
        <translation>文件已编辑并重新缓存过</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>{path} has the same content and can reuse the cached file.</source>
        <translation>{path} 内容相同，可以复用该缓存文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>It is not recorded from which files and with which settings {count} of {pluralize} were made, so edited files and other settings are not noticed.</source>
        <translation>没有记录 {pluralize} 中的 {count} 个由哪些文件、用哪些设置生成，因此看不出文件被编辑或设置被更改。</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>{many} made with {maker}</source>
        <translation>{many} 个由 {maker} 生成</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>{others} made with a processor that is not recorded here</source>
        <translation>{others} 个由此处未记录的处理器生成</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>Judged by the digits in their names, which leave out some settings: {told}.</source>
        <translation>按文件名中的数字判断（其中不含部分设置）：{told}。</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>Its date changed, and it is not recorded what its content was</source>
        <translation>其日期变了，且没有记录原来的内容</translation>
    </message>
    <message>
        <location filename="../../core/survey/values/store.py"/>
        <source>The manifest.json of the original program does not name it.</source>
        <translation>原程序的 manifest.json 没有提到它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/variants.py"/>
        <source>its own resolution, {text}, gives no size for this model</source>
        <translation>它自己的分辨率 {text} 对该模型得不到任何尺寸</translation>
    </message>
    <message>
        <location filename="../../core/survey/variants.py"/>
        <source>the model type {model_type} is not known</source>
        <translation>不认识模型类型 {model_type}</translation>
    </message>
    <message>
        <location filename="../../core/survey/variants.py"/>
        <source>a random rotated crop decides the size</source>
        <translation>随机旋转裁剪决定尺寸</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Made for another model type than this config&apos;s; the trainer stops when it gets there.</source>
        <translation>为与此配置不同的模型类型生成；训练器到达时会停止。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Name clash</source>
        <translation>名称冲突</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Two different files have the same name in the cache, so one of them is trained with what was made from the other.</source>
        <translation>两个不同的文件在缓存中同名，因此其中一个会用由另一个生成的内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Mixed up</source>
        <translation>错位</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Its cached file was made from another file, so training would use the wrong picture or caption.</source>
        <translation>其缓存文件由其他文件生成，训练会用到错误的图片或标注。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The cached file is damaged; what reads it stops there, or goes on with what is left of it.</source>
        <translation>缓存文件已损坏；读取它的程序会在此中断，或用残留的内容继续。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Bad values</source>
        <translation>无效值</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The cached file contains values that no encoder produces (NaN, infinity, all zeros or a wrong shape), which spoil everything made with them.</source>
        <translation>缓存文件中的值不是编码器会给出的（NaN、无穷、全零或形状不对），会破坏用它们做的一切。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file cannot be reached at the moment; everything made from it is kept.</source>
        <translation>目前无法访问该文件；由它生成的一切都会保留。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file no longer exists, but its folder does; it was deleted, moved or renamed.</source>
        <translation>文件已不存在，而其文件夹还在；它被删除、移动或重命名了。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file was changed after it was cached; the old version would be used.</source>
        <translation>文件在缓存之后有更改；会使用旧版本。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The mask or conditioning image was edited, added or removed after the picture was cached; training would use the old one.</source>
        <translation>图片缓存之后，其蒙版或条件图像被编辑、添加或移除；训练会使用旧的。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>It was cached with other settings, another model or another caption than this config asks for; training would use the old version.</source>
        <translation>缓存时的设置、模型或标注与此配置要求的不同；训练会使用旧版本。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>This config needs it, and nothing is cached for it.</source>
        <translation>此配置需要它，而它没有任何缓存。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>It was cached, but its cached file is no longer on the disk.</source>
        <translation>它缓存过，但缓存文件已不在磁盘上。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The cached file lacks a part that this config needs.</source>
        <translation>缓存文件缺少此配置所需的部分。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>It is cached, but not at the size that this config asks for.</source>
        <translation>已缓存，但不是此配置要求的尺寸。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file has a new date and the same content; its cached files are still good.</source>
        <translation>文件日期变了而内容相同；其缓存文件仍然有效。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>This config does not need it; another config may.</source>
        <translation>此配置不需要它；其他配置可能需要。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Cached and up to date.</source>
        <translation>已缓存且为最新。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Made from one of your files, which exists.</source>
        <translation>由你的某个文件生成，该文件存在。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The file it was made from was deleted.</source>
        <translation>生成它的文件已删除。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The index does not list this cached file, so no trainer reads it.</source>
        <translation>索引中没有列出此缓存文件，因此训练器不读取它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Made from a file that has another name or folder now; it can be relinked.</source>
        <translation>由现已改名或移动的文件生成；可以重新关联。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>A newer cached file of the same picture or caption has replaced it.</source>
        <translation>同一图片或标注的更新缓存文件已取代它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>An interrupted write left this file.</source>
        <translation>中断的写入留下了此文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Blank stand-in</source>
        <translation>空白占位</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The zeros that the trainer uses where nothing can be cached.</source>
        <translation>训练器在无法缓存时使用的零值。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Moved there by Clean; Undo restores it.</source>
        <translation>由清理移到那里；“撤销”可恢复。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Not a cached file</source>
        <translation>不是缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>This file does not belong to a cache of this kind; Larder does not touch it.</source>
        <translation>此文件不属于此类缓存；Larder 不会动它。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>This group of cached files belongs to none of this config&apos;s concepts.</source>
        <translation>这组缓存文件不属于此配置的任何概念。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>No longer read</source>
        <translation>不再读取</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>OneTrainer does not read this part of its cache any more.</source>
        <translation>OneTrainer 不再读取其缓存的这一部分。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>The picture has no caption file, and none was ever cached for it.</source>
        <translation>这张图片没有标注文件，也从未缓存过。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>One of them trains with what was made by the settings of the other&apos;s concept.</source>
        <translation>其中一个会用按另一概念的设置生成的内容训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>One of them trains with the other&apos;s mask, so the wrong part of the picture is learnt.</source>
        <translation>其中一个会用另一个的蒙版训练，因此学到图片的错误部分。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>One of them trains with the conditioning picture of the other.</source>
        <translation>其中一个会用另一个的条件图像训练。</translation>
    </message>
    <message>
        <location filename="../../core/survey/verdicts.py"/>
        <source>All of them train with the prompt of one, which is the file name of that one.</source>
        <translation>它们都会用其中一个的提示词训练，即那一个的文件名。</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Nothing is cached for it yet</source>
        <translation>它尚未缓存</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>No enabled concept of this config uses it</source>
        <translation>此配置中没有启用的概念使用它</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Caching is off in this config</source>
        <translation>此配置关闭了缓存</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Caching of pictures is off in this config</source>
        <translation>此配置关闭了图片缓存</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Caching of captions is off in this config</source>
        <translation>此配置关闭了标注缓存</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>no size</source>
        <translation>无尺寸</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>This config caches no captions</source>
        <translation>此配置不缓存标注</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its list aggregate.pt was written at another time than the cached files beside it: it names files that they were not made from.</source>
        <translation>它的列表 aggregate.pt 与旁边的缓存文件写入时间不同：其中的文件不是生成这些缓存所用的文件。</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its cached file was relinked after the file was renamed</source>
        <translation>重命名后已重新关联其缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{count} pictures and captions</source>
        <translation>{count} 个图片和标注</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Made for {made_for}; this config is for {asked}</source>
        <translation>为 {made_for} 生成；此配置为 {asked}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same name in the cache as {other}, which is another picture or caption</source>
        <translation>在缓存中与 {other} 同名，而那是另一图片或标注</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Name of the cached files: {stem}</source>
        <translation>缓存文件的名称：{stem}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Made from {made_from}</source>
        <translation>由 {made_from} 生成</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>The folder {root} {reason}</source>
        <translation>文件夹 {root} {reason}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>The file cannot be read: {reason}</source>
        <translation>无法读取该文件：{reason}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Renamed or moved: {path} has the same content</source>
        <translation>已重命名或移动：{path} 内容相同</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{sample} has no caption file and would be trained without a caption</source>
        <translation>{sample} 没有标注文件，会不带标注训练</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{basename} is gone; what was in it is still cached</source>
        <translation>{basename} 已不存在；其中的内容仍在缓存中</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its content changed after it was cached, but its date did not</source>
        <translation>缓存之后其内容变了，而日期没变</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Another file took its place, dated {moment_text}</source>
        <translation>已被另一个文件取代，日期为 {moment_text}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Edited on {moment_text}, after it was cached</source>
        <translation>于 {moment_text} 编辑，晚于缓存时间</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Edited after it was cached</source>
        <translation>缓存后又编辑过</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>its present content is cached already</source>
        <translation>其当前内容已有缓存</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Content hash {now}, cached: {stored}</source>
        <translation>内容哈希 {now}，缓存的为 {stored}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Cached file with its content: {readoptable}</source>
        <translation>内容相符的缓存文件：{readoptable}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its date, {moment_text}, is newer than that of its cached file; nothing else is recorded</source>
        <translation>其日期 {moment_text} 比缓存文件的日期更新；没有其他记录</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{name} was {what} after it was cached</source>
        <translation>{name} 在缓存后{what}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Renamed, or a copy of a file that was cached</source>
        <translation>已重命名，或是已缓存文件的副本</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>and {value} more</source>
        <translation>以及另外 {value} 个</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its cached file is missing from the disk</source>
        <translation>磁盘上缺少其缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>{count} of its cached files are missing from the disk</source>
        <translation>磁盘上缺少其 {count} 个缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its cached file lacks {pluralize} that this config needs</source>
        <translation>其缓存文件缺少此配置所需的 {pluralize}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Cached as {have}; this config asks for {asked}</source>
        <translation>缓存为 {have}；此配置要求 {asked}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same content as {source} and {value} more, and shares its cached file, but should not: {conflict}</source>
        <translation>内容与 {source} 及另外 {value} 个相同，共用其缓存文件，但不应如此：{conflict}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same content as {source} and {value} more, and shares its cached file</source>
        <translation>内容与 {source} 及另外 {value} 个相同，共用其缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same content as {source}, and shares its cached file, but should not: {conflict}</source>
        <translation>内容与 {source} 相同，共用其缓存文件，但不应如此：{conflict}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Has the same content as {source}, and shares its cached file</source>
        <translation>内容与 {source} 相同，共用其缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Same content, new date: {moment_text}, was {moment_text2}</source>
        <translation>内容相同，日期已变：{moment_text}，原为 {moment_text2}</translation>
    </message>
    <message>
        <location filename="../../core/survey/why.py"/>
        <source>Its date was {stored} when it was cached; its content is the same</source>
        <translation>缓存时其日期为 {stored}；内容相同</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>The cache of released OneTrainer does not record which concept and which prompt a cached file belongs to.</source>
        <translation>正式版 OneTrainer 的缓存没有记录缓存文件属于哪个概念和哪条提示词。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Caching is off in this config.</source>
        <translation>此配置已关闭缓存。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Switch it on.</source>
        <translation>请开启。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>This config trains a text encoder or does not cache captions; both need the captions themselves.</source>
        <translation>此配置会训练文本编码器或不缓存标注；两种情况都需要标注本身。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Switch off training of the text encoders, or train with the captions.</source>
        <translation>请关闭文本编码器的训练，或带上标注训练。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>There is no {content} cache.</source>
        <translation>没有 {content} 缓存。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Its index cannot be read: {error}</source>
        <translation>无法读取其索引：{error}</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>The {id} cache has no entries.</source>
        <translation>{id} 缓存没有条目。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>an older trainer wrote the index, which does not record enough</source>
        <translation>索引由较旧的训练器写入，记录的信息不足</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>the cache was made for another model type than {asked}</source>
        <translation>该缓存是为 {asked} 以外的模型类型创建的</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Choose the cache folder of this model type, or clear this one.</source>
        <translation>请选择此模型类型的缓存文件夹，或清空这一个。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>the index does not record their concept</source>
        <translation>索引没有记录它们的概念</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>No cached picture is recorded for the concept {name}.</source>
        <translation>没有记录属于概念 {name} 的已缓存图片。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Nothing in this cache is used for training.</source>
        <translation>此缓存中没有用于训练的内容。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>Check which concepts are enabled.</source>
        <translation>请检查启用了哪些概念。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>only their picture is cached</source>
        <translation>只缓存了它们的图片</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>the index does not record their prompt</source>
        <translation>索引没有记录它们的提示词</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>the index lists no cached file</source>
        <translation>索引没有列出缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>their cached files lack values that the config needs</source>
        <translation>它们的缓存文件缺少配置需要的值</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>a cached file is missing</source>
        <translation>缺少一个缓存文件</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>{pluralize} cannot be read; {first}</source>
        <translation>{pluralize}无法读取；{first}</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>{pluralize} cannot be used, because {problem}: {keys} and others.</source>
        <translation>{pluralize}无法使用：{problem}（{keys} 等）。</translation>
    </message>
    <message>
        <location filename="../../core/training/sourceless.py"/>
        <source>{pluralize} cannot be used, because {problem}: {keys}.</source>
        <translation>{pluralize}无法使用：{problem}（{keys}）。</translation>
    </message>
    <message>
        <location filename="../../core/worker.py"/>
        <source>The job stopped because of an error in Larder: {error}.</source>
        <translation>任务因 Larder 中的错误而停止：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/worker.py"/>
        <source>Please report it with the details.</source>
        <translation>请附上详情报告。</translation>
    </message>
    <message>
        <location filename="../../core/worker_pool.py"/>
        <source>It was stopped.</source>
        <translation>它已被停止。</translation>
    </message>
    <message>
        <location filename="../../core/worker_pool.py"/>
        <source>Ray has no resources for it.</source>
        <translation>Ray 没有可用于它的资源。</translation>
    </message>
    <message>
        <location filename="../../core/worker_pool.py"/>
        <source>Ray is not installed.</source>
        <translation>未安装 Ray。</translation>
    </message>
    <message>
        <location filename="../../core/worker_pool.py"/>
        <source>Ray cannot be reached: {partition}.</source>
        <translation>无法连接 Ray：{partition}。</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>The system may have stopped it because memory ran out.</source>
        <translation>可能是系统因内存耗尽而停止了它。</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>The worker&apos;s message was not understood: {error}.</source>
        <translation>无法理解工作进程的消息：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>The worker process ended without a result ({code}).</source>
        <translation>工作进程结束但没有返回结果（{code}）。</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>signal {name}</source>
        <translation>信号 {name}</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>exit status {code}</source>
        <translation>退出状态 {code}</translation>
    </message>
    <message>
        <location filename="../../core/worker_process.py"/>
        <source>exit status 0x{code}</source>
        <translation>退出状态 0x{code}</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>The resolution {size}x{size2} is too small: the sizes of this model are multiples of {quantisation}.</source>
        <translation>分辨率 {size}x{size2} 太小：此模型的尺寸是 {quantisation} 的倍数。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>The resolution &quot;{text}&quot; is not valid.</source>
        <translation>分辨率“{text}”无效。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>Give one or more edge lengths in pixels (512, or 512,768) or one WIDTHxHEIGHT.</source>
        <translation>请填写一个或多个以像素为单位的边长（512 或 512,768），或一个 宽x高。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>The resolution &quot;{text}&quot; is above the limit of {largest_edge} pixels.</source>
        <translation>分辨率“{text}”超过了 {largest_edge} 像素的上限。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>Use a lower number.</source>
        <translation>请使用较小的数值。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/bucketing.py"/>
        <source>The resolution {target} is too small: the sizes of this model are multiples of {quantisation}, and the narrowest would have no pixels.</source>
        <translation>分辨率 {target} 太小：此模型的尺寸是 {quantisation} 的倍数，最窄的尺寸将没有像素。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>The cache folder {spelled} is a Windows path, and its place on this computer is not known.</source>
        <translation>缓存文件夹 {spelled} 是 Windows 路径，它在本机上的位置未知。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>The cache folder {folder} cannot be reached: {path} is a link to {readlink}, which does not exist.</source>
        <translation>无法访问缓存文件夹 {folder}：{path} 是指向 {readlink} 的链接，而后者不存在。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>Connect the drive that the link points to, or delete the link. Nothing in it was read or changed.</source>
        <translation>请连接链接指向的驱动器，或删除该链接。没有读取或更改其中的任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>The cache folder {folder} cannot be used: {path} is a file.</source>
        <translation>无法使用缓存文件夹 {folder}：{path} 是一个文件。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_folder.py"/>
        <source>Set another cache_dir in the config, or move the file away.</source>
        <translation>请在配置中设置其他 cache_dir，或移走该文件。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_layout.py"/>
        <source>cache folders of released OneTrainer</source>
        <translation>正式版 OneTrainer 的缓存文件夹</translation>
    </message>
    <message>
        <location filename="../../core/workspace/cache_layout.py"/>
        <source>cache.json of OneTrainer&apos;s pull request 1411</source>
        <translation>OneTrainer 拉取请求 1411 的 cache.json</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>a concept list</source>
        <translation>概念列表</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>{path} is not a list of concepts.</source>
        <translation>{path} 不是概念列表。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>A concept file is a JSON array, as OneTrainer writes into training_concepts.</source>
        <translation>概念文件是 JSON 数组，即 OneTrainer 写入 training_concepts 的格式。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>Concept {value} of {where} is not a JSON object.</source>
        <translation>{where} 的第 {value} 个概念不是 JSON 对象。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>concept {value} of {where}</source>
        <translation>{where} 的第 {value} 个概念</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>&quot;{key}&quot; in {where} is {number}; more than {most_variations} variations must be a mistake.</source>
        <translation>{where} 中的“{key}”是 {number}；超过 {most_variations} 个变体应该是填写错误。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>The concept &quot;{label}&quot; has no folder.</source>
        <translation>概念“{label}”没有文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>Set its path.</source>
        <translation>请设置其路径。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>The concept &quot;{label}&quot; is the root of the file system, which is not searched.</source>
        <translation>概念“{label}”是文件系统的根目录，不会对其进行搜索。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>Set its path to the folder with the pictures.</source>
        <translation>请将其路径设为存放图片的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>The concept &quot;{label}&quot; is neither a folder ({real}) nor a dataset in the local Hugging Face cache.</source>
        <translation>概念“{label}”既不是文件夹（{real}），也不是本地 Hugging Face 缓存中的数据集。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>Larder downloads nothing: start the trainer once, or set the path to a folder.</source>
        <translation>Larder 不下载任何内容：请启动一次训练器，或将路径设为文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/concepts.py"/>
        <source>The folder of the concept &quot;{label}&quot; is missing: {real}.</source>
        <translation>概念“{label}”的文件夹不存在：{real}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a config</source>
        <translation>配置</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a sound file</source>
        <translation>声音文件</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a video</source>
        <translation>视频</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>an archive or a file of weights</source>
        <translation>归档或权重文件</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a file of weights</source>
        <translation>权重文件</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>an archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is {other}, not {expected}.</source>
        <translation>{path} 是{other}，不是{expected}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is larger than {value} MiB.</source>
        <translation>{path} 大于 {value} MiB。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Check that the file exists and that you have permission to read it.</source>
        <translation>请检查该文件是否存在，以及你是否有读取权限。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Save the file as UTF-8, or choose the right file.</source>
        <translation>请将文件存为 UTF-8，或选择正确的文件。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is a text file, not {expected}.</source>
        <translation>{path} 是文本文件，而不是{expected}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is not valid JSON: {msg} at line {lineno}, column {colno}.</source>
        <translation>{path} 不是有效的 JSON：第 {lineno} 行第 {colno} 列，{msg}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Open it in a text editor and correct that line, or choose another file.</source>
        <translation>请在文本编辑器中打开并更正该行，或选择其他文件。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is not valid JSON: it is nested too deeply.</source>
        <translation>{path} 不是有效的 JSON：嵌套太深。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>{path} is not valid JSON: a number in it is too long.</source>
        <translation>{path} 不是有效的 JSON：其中有一个数字过长。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a binary file</source>
        <translation>二进制文件</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Open a OneTrainer config (.json), a folder with caches, or one cache folder.</source>
        <translation>请打开 OneTrainer 配置（.json）、含有缓存的文件夹，或单个缓存文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>&quot;{key}&quot; in {where} is {value}, which is not a valid file name.</source>
        <translation>{where} 中的“{key}”是 {value}，这不是有效的文件名。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>Choose the file or folder again in the trainer, and save the config.</source>
        <translation>请在训练器中重新选择文件或文件夹，并保存配置。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <location filename="../../core/workspace/json_fields.py"/>
        <source>&quot;{key}&quot; in {where} must be {expected}, but is {shown}.</source>
        <translation>{where} 中的“{key}”必须是{expected}，但现在是 {shown}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>dataset config</source>
        <translation>数据集配置</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>{inner_path}, which {path} names as its dataset_config, is none.</source>
        <translation>{path} 指定为 dataset_config 的 {inner_path} 不是数据集配置。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>Open the dataset config itself.</source>
        <translation>请直接打开数据集配置。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>training config</source>
        <translation>训练配置</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>it is repeated less than once</source>
        <translation>其重复次数小于一</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>its name says 0 repeats</source>
        <translation>其名称表示重复 0 次</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>its name does not begin with a number</source>
        <translation>其名称不以数字开头</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>&quot;{key}&quot; in {where} must be a side or width and height, but is {value}.</source>
        <translation>{where} 中的“{key}”必须是边长或宽和高，但实际为 {value}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/kohya_config.py"/>
        <source>Write it as 1024, [1024, 768] or &quot;1024,768&quot;.</source>
        <translation>请写成 1024、[1024, 768] 或 &quot;1024,768&quot;。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/model_types.py"/>
        <source>The config does not say which text encoders are trained.</source>
        <translation>配置没有说明训练哪些文本编码器。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/model_types.py"/>
        <source>Save it in the trainer once, or add text_encoder with train set to false.</source>
        <translation>请在训练器中保存一次，或者添加 text_encoder，并将 train 设为 false。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/musubi_config.py"/>
        <source>No dataset config says which models are trained; Larder infers it from the cached files.</source>
        <translation>数据集配置中没有说明训练哪些模型；这由缓存文件得知。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/musubi_config.py"/>
        <source>{where} names a list and no cache_directory, which the trainer requires.</source>
        <translation>{where} 指定了列表，却没有训练器所要求的 cache_directory。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/musubi_config.py"/>
        <source>Name the folder of its cached files there.</source>
        <translation>请在其中指定缓存文件的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/musubi_config.py"/>
        <source>&quot;{key}&quot; in {where} must be a list of whole numbers.</source>
        <translation>{where} 中的“{key}”必须是整数列表。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/onetrainer_config.py"/>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <location filename="../../core/workspace/onetrainer_config.py"/>
        <source>{path} is not a OneTrainer config.</source>
        <translation>{path} 不是 OneTrainer 配置。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/onetrainer_config.py"/>
        <source>A config is a JSON object with at least one of these keys: {keys}.</source>
        <translation>配置是至少含有以下键之一的 JSON 对象：{keys}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>The settings or concepts of {opened} changed after the plan was made; nothing was changed.</source>
        <translation>制定计划后 {opened} 的设置或概念发生了变化；没有任何更改。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>The root folder {root} does not exist.</source>
        <translation>根文件夹 {root} 不存在。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>{opened} is the index of a cache.</source>
        <translation>{opened} 是某个缓存的索引。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Open its folder: {parent}.</source>
        <translation>请打开其文件夹：{parent}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>{opened} is a file; a config can be added only to a folder.</source>
        <translation>{opened} 是文件；配置只能添加到文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>The concept file {file} is missing, so the samples of this config are not known.</source>
        <translation>概念文件 {file} 不存在，因此此配置的样本未知。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>The model type &quot;{model_type}&quot; is not known, so resolutions cannot be judged.</source>
        <translation>不认识模型类型“{model_type}”，因此无法判断分辨率。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Everything else is surveyed from the index.</source>
        <translation>其余内容按索引扫描。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Check that you have permission to read the folder.</source>
        <translation>请检查你是否有读取该文件夹的权限。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>There are {count} configs here, so none of them was used: {list_configs}.</source>
        <translation>此处有 {count} 个配置，因此没有使用其中任何一个：{list_configs}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>{opened} contains no cache, but {count} configs: {list_configs}.</source>
        <translation>{opened} 不包含缓存，但有 {count} 个配置：{list_configs}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Open one of them.</source>
        <translation>请打开其中之一。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Nothing in {opened} looks like a cache or a OneTrainer config.</source>
        <translation>{opened} 中没有像缓存或 OneTrainer 配置的内容。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/open_workspace.py"/>
        <source>Open a config, a cache folder, or a folder that contains them.</source>
        <translation>请打开配置、缓存文件夹，或包含它们的文件夹。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/other_trainers.py"/>
        <source>kohya sd-scripts</source>
        <translation>kohya sd-scripts</translation>
    </message>
    <message>
        <location filename="../../core/workspace/other_trainers.py"/>
        <source>no dataset of this config lists it</source>
        <translation>此配置的数据集都没有列出它</translation>
    </message>
    <message>
        <location filename="../../core/workspace/roots.py"/>
        <source>The path map &quot;{text}&quot; needs an old and a new prefix.</source>
        <translation>路径映射“{text}”需要旧前缀和新前缀。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/roots.py"/>
        <source>Write it as OLD=NEW.</source>
        <translation>请写成 旧=新。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/roots.py"/>
        <source>The path map &quot;{text}&quot; must start with an absolute folder or a drive.</source>
        <translation>路径映射“{text}”必须以绝对文件夹或驱动器开头。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>it could not be read just now</source>
        <translation>刚才无法读取它</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>it is a folder, not a file</source>
        <translation>它是文件夹，不是文件</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>Its header cannot be read; it may not be a picture.</source>
        <translation>无法读取其文件头；它可能不是图片。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>it is the root of the file system</source>
        <translation>它是文件系统的根目录</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>this is not a valid folder name</source>
        <translation>这不是有效的文件夹名</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>The prompts of {name} should come from {file}, which does not exist.</source>
        <translation>{name} 的提示词应来自 {file}，但该文件不存在。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>The caption is not UTF-8: byte {start} is not valid.</source>
        <translation>该标注不是 UTF-8：第 {start} 字节无效。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/samples.py"/>
        <source>Save it as UTF-8; the trainer stops at it.</source>
        <translation>请保存为 UTF-8；训练器遇到它会停止。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/settings_file.py"/>
        <source>{path} is not valid TOML: {error}.</source>
        <translation>{path} 不是有效的 TOML：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/settings_file.py"/>
        <source>{path} is not valid YAML: {said}.</source>
        <translation>{path} 不是有效的 YAML：{said}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>The {stores} cache belongs to a program whose caches Larder only reads, so nothing in it is changed.</source>
        <translation>缓存 {stores} 属于另一个程序，Larder 只读取该程序的缓存，因此不会更改其中的任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>The caches {stores} and {value} more belong to a program whose caches Larder only reads, so nothing in them is changed.</source>
        <translation>缓存 {stores} 和另外 {value} 个属于另一个程序，Larder 只读取该程序的缓存，因此不会更改其中的任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>The plan is for the {kind} cache {folder}, which this workspace does not have now; nothing was changed.</source>
        <translation>该计划针对 {kind} 缓存 {folder}，而此工作区现在没有它；没有更改任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>The cache {folder} does not exist any more.</source>
        <translation>缓存 {folder} 已不存在。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/store_locations.py"/>
        <source>{folder} does not look like a {kind} cache; nothing was changed.</source>
        <translation>{folder} 看起来不像 {kind} 缓存；没有更改任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>Clear cache before training</source>
        <translation>Clear cache before training</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>There is no cache layout {asked}.</source>
        <translation>没有缓存布局 {asked}。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>“Clear cache before training” is on in this config: OneTrainer empties image, text and epoch-* of {cache_dir} at its next start.</source>
        <translation>此配置开启了“Clear cache before training”：OneTrainer 下次启动时会清空 {cache_dir} 中的 image、text 和 epoch-*。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>“Clear cache before training” is on by default, and this config does not set it: OneTrainer empties image, text and epoch-* of {cache_dir} at its next start.</source>
        <translation>“Clear cache before training”默认开启，而此配置没有设置它：OneTrainer 下次启动时会清空 {cache_dir} 中的 image、text 和 epoch-*。</translation>
    </message>
    <message>
        <location filename="../../core/workspace/trainer_layout.py"/>
        <source>Switch it off in OneTrainer, or everything will be encoded again.</source>
        <translation>请在 OneTrainer 中将其关闭，否则全部内容都会重新编码。</translation>
    </message>
    <message>
        <location filename="../../core/writes/emptying.py"/>
        <source>emptying quarantines</source>
        <translation>正在清空隔离区</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/dates.py"/>
        <source>{folder} was changed since it was replaced: {count} of its {total} files were written since then, most likely by a trainer ({names}, +{value}).</source>
        <translation>{folder} 在被替换后发生了变化：{total} 个文件中有 {count} 个在此之后被写入，很可能是训练器写入的（{names}，+{value}）。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/dates.py"/>
        <source>{folder} was changed since it was replaced: {count} of its {total} files were written since then, most likely by a trainer ({names}).</source>
        <translation>{folder} 在被替换后发生了变化：{total} 个文件中有 {count} 个在此之后被写入，很可能是训练器写入的（{names}）。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>{name} cannot be moved: {reason}.</source>
        <translation>无法移动 {name}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>Another program has written {live}, which is kept.</source>
        <translation>另一程序写入了 {live}，它会被保留。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>{name} is missing.</source>
        <translation>{name} 不存在。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>Try again. If that does not help, move {folder} to another place; it contains what its build replaced.</source>
        <translation>请重试。如果无效，请将 {folder} 移到其他位置；其中是该构建替换掉的内容。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>The build {id} cannot be undone: a part of what it replaced in its {count} caches was deleted when a quarantine was emptied.</source>
        <translation>无法撤销构建 {id}：它在 {count} 个缓存中替换掉的内容，有一部分在清空隔离区时被删除。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>The rest can be emptied too; a new build makes what today&apos;s files need.</source>
        <translation>其余内容也可以清空；新的构建会生成当前文件所需的内容。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>The build {id} cannot be undone: {problem}</source>
        <translation>构建 {id} 无法撤销：{problem}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/exchange.py"/>
        <source>Nothing was changed. If a newer build replaced the same folders, undo that one first.</source>
        <translation>没有任何更改。如果更新的构建替换了相同的文件夹，请先撤销那一次。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/manifest.py"/>
        <source>the name {odd} leads out of the folder</source>
        <translation>名称 {odd} 指向文件夹之外</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/manifest.py"/>
        <source>it belongs to the quarantine {id}</source>
        <translation>它属于隔离区 {id}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>{what} failed and could not be undone yet: {why}</source>
        <translation>{what}失败，且尚无法撤销：{why}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>{target} already contains another {name}.</source>
        <translation>{target} 中已有另一个 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>changed since the plan</source>
        <translation>制定计划后已更改</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>is not the file that was moved away</source>
        <translation>不是被移走的那个文件</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>is kept, because it contains a file that no trainer wrote: {own}</source>
        <translation>已保留，因为其中有一个并非训练器写入的文件：{own}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>{name} is on another drive than the cache&apos;s .larder folder.</source>
        <translation>{name} 与缓存的 .larder 文件夹不在同一驱动器上。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/moves.py"/>
        <source>moving files back</source>
        <translation>正在移回文件</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/new_folders.py"/>
        <source>Copies of cached files need {size}, but only {size2} is free on the drive of {folder}.</source>
        <translation>缓存文件的副本需要 {size}，但 {folder} 所在驱动器上只有 {size2} 可用。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/own_files.py"/>
        <source>{value} is not a cached file. It was moved aside to {value2}.</source>
        <translation>{value} 不是缓存文件。它已被移到 {value2}。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/rebuild.py"/>
        <source>{problem} The list was rebuilt from the journal, the files and the kept index: {count} of {items} files and {rows} of {get} index rows were found again.</source>
        <translation>{problem} 已根据日志、文件和保留的索引重建列表：找回了 {items} 个文件中的 {count} 个，以及 {get} 行索引中的 {rows} 行。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>Nothing is lost: the files are in {files_folder}. Check its drive and permissions, then try again.</source>
        <translation>没有丢失任何内容：文件位于 {files_folder}。检查其驱动器和权限，然后重试。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>The files are in {files_folder}; move them back by hand.</source>
        <translation>文件在 {files_folder} 中；请手动移回。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>The cache {store} has no quarantine {quarantine_id}.</source>
        <translation>缓存 {store} 没有隔离区 {quarantine_id}。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>List the quarantines to see their ids.</source>
        <translation>列出隔离区以查看其 ID。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/record.py"/>
        <source>The quarantine {quarantine_id} cannot be read: {error}.</source>
        <translation>无法读取隔离区 {quarantine_id}：{error}。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/removal.py"/>
        <source>The quarantine in {files_folder} still contains files and was kept.</source>
        <translation>{files_folder} 中的隔离区仍有文件，因此被保留。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/removal.py"/>
        <source>Undo it again once their names are free in the cache, or empty it.</source>
        <translation>等这些文件名在缓存中空出后再撤销一次，或将其清空。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>Nothing is lost: the quarantine keeps what was not restored yet, and undo can be run again.</source>
        <translation>没有丢失任何内容：隔离区会保留尚未恢复的内容，可以再次撤销。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The removed rows were added to the current index instead.</source>
        <translation>已改为将移除的行加入当前索引。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The current backup copy of the index is kept.</source>
        <translation>保留索引的当前备份副本。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The trainer will read the captions again.</source>
        <translation>训练器会重新读取标注。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The repaired index is kept in {folder}: it has changed since the repair, or it is not known who wrote the current one.</source>
        <translation>修复后的索引保留在 {folder} 中：它在修复后发生了变化，或者不知道当前索引是谁写入的。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/restore.py"/>
        <source>The kept copy {kept} is damaged and was not restored. {rest}</source>
        <translation>保留的副本 {kept} 已损坏，没有恢复。{rest}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: an interrupted operation ({id}) could not be finished yet: {error}</source>
        <translation>{store}：中断的操作（{id}）尚无法完成：{error}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: an interrupted operation ({quarantine_id}) had moved nothing or was complete; its leftovers were removed.</source>
        <translation>{store}：中断的操作（{quarantine_id}）没有移动任何内容或已经完成；其残留已移除。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: an interrupted operation ({quarantine_id}) was finished.</source>
        <translation>{store}：中断的操作（{quarantine_id}）已完成。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: an interrupted operation ({quarantine_id}) was undone.</source>
        <translation>{store}：中断的操作（{quarantine_id}）已撤销。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/settle.py"/>
        <source>{store}: the index still lists files that were deleted; the next command that writes here removes those rows. {problem} {hint}</source>
        <translation>{store}：索引仍列有已删除的文件；下一个在此写入的命令会移除这些行。{problem}{hint}</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>The caches are unchanged, and everything that was encoded is kept for the next build.</source>
        <translation>缓存没有改变，已编码的内容会保留给下一次构建。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>{path} changed after the plan was made.</source>
        <translation>制定计划后 {path} 发生了变化。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>Plan the build again.</source>
        <translation>请重新计划构建。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>The drive of {store} does not store file dates.</source>
        <translation>{store} 所在的驱动器不保存文件日期。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>Move the cache to a local drive to build it.</source>
        <translation>请将缓存移到本地驱动器再构建。</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>The build</source>
        <translation>该构建</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>assembling folders</source>
        <translation>正在组合文件夹</translation>
    </message>
    <message>
        <location filename="../../core/writes/quarantine/swap.py"/>
        <source>The caches are unchanged, and everything that was encoded is kept for the next build. Plan the build again.</source>
        <translation>缓存没有改变，已编码的内容会保留给下一次构建。请重新计划构建。</translation>
    </message>
    <message>
        <location filename="../../core/writes/reports.py"/>
        <source>different content</source>
        <translation>内容不同</translation>
    </message>
    <message>
        <location filename="../../core/writes/reports.py"/>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <location filename="../../core/writes/transaction.py"/>
        <source>A trainer seems to be running in {store}: {signs}</source>
        <translation>训练器似乎正在 {store} 中运行：{signs}</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo.py"/>
        <source>reading quarantines</source>
        <translation>正在读取隔离区</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>Entries that were relinked since then are kept: {entries}.</source>
        <translation>此后重新关联的条目会保留：{entries}。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>Dates that were stored since then are kept: {entries}.</source>
        <translation>此后记录的日期会保留：{entries}。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>The build has already been undone.</source>
        <translation>该构建已被撤销。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>There is no clean to undo.</source>
        <translation>没有可撤销的清理。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>Emptied or deleted files cannot be restored.</source>
        <translation>已清空或删除的文件无法恢复。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>An interrupted operation was finished or undone, and nothing else was undone.</source>
        <translation>被中断的操作已完成或撤销；除此之外没有撤销任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>The last {operation}, of {moment_text}, cannot be undone, and nothing else was undone.</source>
        <translation>上一次操作（{operation}，{moment_text}）无法撤销，其他操作也未撤销。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>The last {operation} moved nothing, so there is nothing to undo.</source>
        <translation>上一次操作（{operation}）没有移动任何内容，因此没有可撤销的内容。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>The last {operation} changed nothing, so there is nothing to undo.</source>
        <translation>上一次操作（{operation}）没有更改任何内容，因此没有可撤销的内容。</translation>
    </message>
    <message>
        <location filename="../../core/writes/undo_choice.py"/>
        <source>There is no quarantine {identity} in this workspace.</source>
        <translation>此工作区没有隔离区 {identity}。</translation>
    </message>
</context>
</TS>
