// The editor's own styles are loaded with it: the build leaves them out of the window's style sheet.
const sheets = import.meta.glob<string>('../../../../node_modules/monaco-editor/esm/**/*.css', { eager: true, query: '?inline', import: 'default' })

const style = document.createElement('style')
style.textContent = Object.values(sheets).join('\n')
document.head.append(style)
