import { EditorView } from '@codemirror/view'

/** The editor looks like the text area of a form; its colours are the window's tokens. */
export const THEME = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', overflow: 'auto', maxHeight: 'inherit' },
  '.cm-content': { padding: '0', caretColor: 'var(--ink)', minHeight: 'inherit' },
  '.cm-line': { padding: '0', unicodeBidi: 'plaintext', textAlign: 'start' },
  '.cm-tooltip': {
    zIndex: 'var(--layer-menu)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)'
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '240px', maxWidth: '420px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--hover)', color: 'var(--ink)' },
  '.cm-completionDetail': { color: 'var(--ink-3)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' }
})
