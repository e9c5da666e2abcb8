// The editor's own styles come with it: the build leaves them out of the window's one sheet.
const sheets = import.meta.glob<string>('../../../../node_modules/monaco-editor/esm/**/*.css', { eager: true, query: '?inline', import: 'default' })

const style = document.createElement('style')
style.textContent = Object.values(sheets).join('\n')
document.head.append(style)
