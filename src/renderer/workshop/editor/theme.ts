import { token, type Appearance } from '../../ui/theme'
import { monaco } from './monaco'

const TOKENS: readonly [token: string, colour: string, style?: string][] = [
  ['', '--ink'],
  ['comment', '--ink-3', 'italic'],
  ['keyword', '--hue-8'],
  ['string', '--good'],
  ['string.yaml', '--ink'],
  ['number', '--hue-6'],
  ['regexp', '--hue-2'],
  ['type', '--hue-1'],
  ['type.yaml', '--hue-6'],
  ['tag', '--hue-1'],
  ['delimiter', '--ink-2'],
  ['operators', '--ink-2'],
  ['variable', '--ink'],
  ['strong', '--ink', 'bold'],
  ['emphasis', '--ink', 'italic'],
  ['invalid', '--bad']
]

const known = new Set<string>()

/** Applies the colours of the window to all editors. */
export function showWindowColours(appearance: Appearance): void {
  const name = `proscenium-${appearance}`
  if (!known.has(name)) {
    const colour = (token_: string): string => token(appearance, token_)
    const soft = (token_: string, alpha: string): string => `${colour(token_)}${alpha}`
    monaco.editor.defineTheme(name, {
      base: appearance.startsWith('dark') ? 'vs-dark' : 'vs',
      inherit: true,
      rules: TOKENS.map(([kind, tone, fontStyle]) => ({
        token: kind,
        foreground: colour(tone).slice(1),
        ...(fontStyle === undefined ? {} : { fontStyle })
      })),
      colors: {
        'editor.background': colour('--stage'),
        'editor.foreground': colour('--ink'),
        'editorCursor.foreground': colour('--accent'),
        'editor.selectionBackground': soft('--past', '44'),
        'editor.inactiveSelectionBackground': soft('--past', '22'),
        'editor.wordHighlightBackground': soft('--accent', '1c'),
        'editor.wordHighlightStrongBackground': soft('--accent', '24'),
        'editor.wordHighlightTextBackground': soft('--accent', '1c'),
        'editor.selectionHighlightBackground': soft('--accent', '1c'),
        'editor.findMatchBackground': soft('--accent', '3c'),
        'editor.findMatchHighlightBackground': soft('--accent', '22'),
        'editor.lineHighlightBackground': soft('--hover', '88'),
        'editor.lineHighlightBorder': '#00000000',
        'editorLineNumber.foreground': colour('--ink-3'),
        'editorLineNumber.activeForeground': colour('--ink'),
        'editorIndentGuide.background1': colour('--line'),
        'editorIndentGuide.activeBackground1': colour('--line-strong'),
        'editorGutter.background': colour('--stage'),
        'editorWidget.background': colour('--raised'),
        'editorWidget.foreground': colour('--ink'),
        'editorWidget.border': colour('--line-strong'),
        'editorHoverWidget.background': colour('--raised'),
        'editorHoverWidget.border': colour('--line-strong'),
        'editorSuggestWidget.background': colour('--raised'),
        'editorSuggestWidget.border': colour('--line-strong'),
        'editorSuggestWidget.foreground': colour('--ink'),
        'editorSuggestWidget.selectedBackground': colour('--accent-wash'),
        'editorSuggestWidget.selectedForeground': colour('--ink'),
        'editorSuggestWidget.highlightForeground': colour('--accent'),
        'editorSuggestWidget.focusHighlightForeground': colour('--accent'),
        'editorError.foreground': colour('--bad'),
        'editorWarning.foreground': colour('--live'),
        'editorInfo.foreground': colour('--past'),
        'editorBracketMatch.background': soft('--accent', '33'),
        'editorBracketMatch.border': colour('--line-strong'),
        'editorLink.activeForeground': colour('--past'),
        'input.background': colour('--stage'),
        'input.foreground': colour('--ink'),
        'input.border': colour('--line-strong'),
        'list.hoverBackground': colour('--hover'),
        'list.activeSelectionBackground': colour('--accent-wash'),
        'list.activeSelectionForeground': colour('--ink'),
        'menu.background': colour('--raised'),
        'menu.foreground': colour('--ink'),
        'menu.selectionBackground': colour('--hover'),
        'menu.selectionForeground': colour('--ink'),
        'diffEditor.insertedTextBackground': soft('--good', '30'),
        'diffEditor.removedTextBackground': soft('--bad', '30'),
        'diffEditor.insertedLineBackground': soft('--good', '18'),
        'diffEditor.removedLineBackground': soft('--bad', '18'),
        'scrollbarSlider.background': soft('--ink-3', '44'),
        'scrollbarSlider.hoverBackground': soft('--ink-3', '77'),
        'scrollbarSlider.activeBackground': soft('--ink-3', '99'),
        focusBorder: colour('--accent')
      }
    })
    known.add(name)
  }
  monaco.editor.setTheme(name)
}

let layer: HTMLElement | undefined

/** The container for lists and hovers of all editors: above everything, so that no part of the window clips them. */
export function widgets(): HTMLElement {
  if (!layer) {
    layer = document.createElement('div')
    layer.className = 'monaco-editor workshop-widgets'
    document.body.append(layer)
  }
  return layer
}

/** The common options of all editors in the workshop. */
export const editorOptions = (): monaco.editor.IEditorOptions & monaco.editor.IGlobalEditorOptions => ({
  automaticLayout: true,
  // Avoids the text area, which causes a layout for every key. In browsers without EditContext, the editor uses the text area.
  editContext: true,
  fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
  fontSize: 13,
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  overviewRulerBorder: false,
  renderLineHighlightOnlyWhenFocus: true,
  smoothScrolling: false,
  stickyScroll: { enabled: false },
  tabSize: 2,
  // In rules, names are inside quotes; in YAML they can be anywhere.
  quickSuggestions: { other: true, strings: true, comments: false },
  gotoLocation: { multipleDefinitions: 'goto' },
  detectIndentation: true,
  unusualLineTerminators: 'off',
  fixedOverflowWidgets: true,
  // The number of an empty last line would be too pale to read.
  renderFinalNewline: 'on',
  padding: { top: 8, bottom: 8 }
})
