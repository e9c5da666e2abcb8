import { acceptCompletion, autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { history, redo, standardKeymap, undo, insertNewline } from '@codemirror/commands'
import { Annotation, Compartment, EditorState, Prec, type Extension, type Range } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  keymap,
  tooltips,
  ViewPlugin,
  type Command,
  type DecorationSet,
  type KeyBinding,
  type ViewUpdate
} from '@codemirror/view'
import { spelledWords } from '../../../shared/words/spelled-words'
import type { LinkOption } from '../link-options'

/** The editor looks like the text area of a form; its colours are the window's tokens. */
const THEME = EditorView.theme({
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

/** What an editor needs from its field. It is called when it is needed, so that it may change. */
export interface EditorHost {
  change: (text: string) => void
  /** Whether the text isn't saved; only then does the editor undo. */
  isDraft: () => boolean
  links: {
    /** Resolves with what a link can lead to, once the names are known. */
    find: (query: string) => Promise<readonly LinkOption[]>
    isKnown: (target: string) => boolean
    /** Says what a link does, or that it leads nowhere. */
    hint: (target: string) => string
    follow: (target: string) => void
  }
  isMisspelled: (word: string) => boolean
  /** Opens the menu of a word or link; false if there is nothing to choose. */
  menu: (spot: EditorSpot) => boolean
}

/** A word or link of the text, and its place in the window. */
export interface EditorSpot {
  from: number
  to: number
  text: string
  link?: string
  x: number
  y: number
}

/** A mounted editor. */
export interface Editor {
  /** Shows another text, from outside. The caret keeps its place as far as possible. */
  put: (text: string) => void
  /** Replaces a part of the text as the user would. */
  replace: (from: number, to: number, text: string) => void
  /** Puts a paragraph below the line with the caret, as the user would; never into the front matter. */
  insertBelow: (paragraph: string) => void
  attributes: (attributes: Readonly<Record<string, string>>, isReadOnly: boolean) => void
  /** Forgets what can be undone, because it is saved. */
  settle: () => void
  /** Marks links and words again, because names or words are known now. */
  mark: () => void
  focus: () => void
  /** Focuses the text with the caret at its end. */
  focusEnd: () => void
  remove: () => void
}

const fromOutside = Annotation.define<true>()
const marksChanged = Annotation.define<true>()

/** Mounts an editor of plain text. Line ends of the text are LF. */
export function mountEditor(parent: HTMLElement, text: string, host: EditorHost): Editor {
  const attributes = new Compartment()
  const undoing = new Compartment()
  const onlyDraft =
    (command: Command): Command =>
    (view) =>
      host.isDraft() && command(view)
  const keys: KeyBinding[] = [
    { key: 'Mod-z', run: onlyDraft(undo) },
    { key: 'Mod-Shift-z', run: redo },
    { key: 'Mod-y', run: redo },
    { key: 'Tab', run: acceptCompletion },
    { key: 'F12', run: (view) => followLink(view, view.state.selection.main.head, host) },
    { key: 'Mod-.', run: (view) => openMenu(view, view.state.selection.main.head, host) },
    { key: 'Enter', run: insertNewline, shift: insertNewline },
    ...standardKeymap
  ]
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      Prec.high(keymap.of(keys)),
      undoing.of(history()),
      autocompletion({ override: [(context) => complete(context, host)], icons: false, interactionDelay: 0 }),
      // The list of completions isn't cut off by the form around the field.
      tooltips({ parent: document.body }),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      marks(host),
      mouse(host),
      attributes.of([]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((one) => one.annotation(fromOutside))) host.change(update.state.doc.toString())
      }),
      THEME
    ]
  })
  return {
    put: (next) => {
      const now = view.state.doc.toString()
      if (next === now) return
      const [from, to] = changedPart(now, next)
      view.dispatch({ changes: { from, to, insert: next.slice(from, next.length - (now.length - to)) }, annotations: fromOutside.of(true) })
    },
    replace: (from, to, insert) => {
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input.complete' })
      view.focus()
    },
    insertBelow: (paragraph) => {
      const { doc, selection } = view.state
      const { to, text, number } = doc.lineAt(Math.max(selection.main.head, frontMatterEnd(view.state)))
      const before = text.trim() === '' ? '' : '\n\n'
      const after = number < doc.lines && doc.line(number + 1).text.trim() !== '' ? '\n' : ''
      const anchor = to + before.length + paragraph.length
      view.dispatch({
        changes: { from: to, insert: `${before}${paragraph}${after}` },
        selection: { anchor },
        scrollIntoView: true,
        userEvent: 'input.paste'
      })
      view.focus()
    },
    attributes: (given, isReadOnly) =>
      view.dispatch({
        effects: attributes.reconfigure([EditorView.contentAttributes.of({ tabindex: '0', ...given }), EditorState.readOnly.of(isReadOnly)])
      }),
    settle: () => {
      view.dispatch({ effects: undoing.reconfigure([]) })
      view.dispatch({ effects: undoing.reconfigure(history()) })
    },
    mark: () => view.dispatch({ annotations: marksChanged.of(true) }),
    focus: () => view.focus(),
    focusEnd: () => {
      view.dispatch({ selection: { anchor: view.state.doc.length } })
      view.focus()
    },
    remove: () => view.destroy()
  }
}

/** Selects a range of the text in a mounted editor, and scrolls it into view. `rangeIn`: finds the range in the text. */
export function selectInEditor(content: HTMLElement, rangeIn: (text: string) => readonly [from: number, to: number] | undefined): void {
  const view = EditorView.findFromDOM(content)
  const range = view && rangeIn(view.state.doc.toString())
  if (range) view.dispatch({ selection: { anchor: range[0], head: range[1] }, effects: EditorView.scrollIntoView(range[0], { y: 'center' }) })
}

/** The part of a text that differs from another one. */
function changedPart(now: string, next: string): [from: number, to: number] {
  let from = 0
  while (from < now.length && now[from] === next[from]) from++
  let end = 0
  while (end < Math.min(now.length, next.length) - from && now[now.length - 1 - end] === next[next.length - 1 - end]) end++
  return [from, now.length - end]
}

const LINK = /\[\[([^[\]|\n]{1,300})(?:\|[^[\]\n]{0,300})?\]\]/g

/** The link at a position. */
function linkAt(view: EditorView, at: number): { target: string; from: number; to: number } | undefined {
  const line = view.state.doc.lineAt(at)
  for (const link of line.text.matchAll(LINK)) {
    const from = line.from + link.index
    const to = from + link[0].length
    if (at >= from && at <= to) return { target: targetOf(link[1] ?? ''), from, to }
  }
  return undefined
}

const targetOf = (written: string): string => written.replace(/#.*$/, '').trim()

function followLink(view: EditorView, at: number, { links }: EditorHost): boolean {
  const link = linkAt(view, at)
  if (!link || !links.isKnown(link.target)) return false
  links.follow(link.target)
  return true
}

function openMenu(view: EditorView, at: number, host: EditorHost): boolean {
  const coords = view.coordsAtPos(at)
  const spot = { x: coords?.left ?? 0, y: (coords?.bottom ?? 0) + 2 }
  const link = linkAt(view, at)
  if (link) return host.menu({ from: link.from, to: link.to, text: link.target, link: link.target, ...spot })
  const line = view.state.doc.lineAt(at)
  const word = spelledWords(line.text).find(({ from, to }) => line.from + from <= at && at <= line.from + to)
  if (!word || !host.isMisspelled(word.word)) return false
  return host.menu({ from: line.from + word.from, to: line.from + word.to, text: word.word, ...spot })
}

/** Ctrl with a click follows a link; the menu key and the right button open the menu of a word or link. */
const mouse = (host: EditorHost): Extension =>
  EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
      return at !== null && followLink(view, at, host)
    },
    contextmenu: (event, view) => {
      const at = event.button === 2 ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : view.state.selection.main.head
      return at !== null && openMenu(view, at, host)
    }
  })

const AUTO = Decoration.line({ attributes: { dir: 'auto' } })
const WRONG = Decoration.mark({ class: 'misspelled', attributes: { 'aria-invalid': 'spelling' } })

/** Marks the links and misspelled words that are in view, and gives each line its own direction. */
const marks = (host: EditorHost): Extension =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = marksOf(view, host)
      }
      update({ docChanged, viewportChanged, selectionSet, focusChanged, view, transactions }: ViewUpdate): void {
        if (docChanged || viewportChanged || selectionSet || focusChanged || transactions.some((one) => one.annotation(marksChanged)))
          this.decorations = marksOf(view, host)
      }
    },
    { decorations: ({ decorations }) => decorations }
  )

function marksOf(view: EditorView, host: EditorHost): DecorationSet {
  const all: Range<Decoration>[] = []
  const caret = view.hasFocus ? view.state.selection.main.head : -1
  const head = frontMatterEnd(view.state)
  let last = -1
  for (const range of view.visibleRanges) {
    for (let at = range.from; at <= range.to;) {
      const line = view.state.doc.lineAt(at)
      // Of a very long line only a part is in view.
      const [start, end] = [Math.max(line.from, range.from), Math.min(line.to, range.to)]
      const text = view.state.sliceDoc(start, end)
      at = line.to + 1
      if (line.from !== last) all.push(AUTO.range(line.from))
      last = line.from
      for (const link of text.matchAll(LINK)) {
        const target = targetOf(link[1] ?? '')
        const known = host.links.isKnown(target)
        const mark = Decoration.mark({ class: known ? 'prose-link' : 'missing-link', attributes: { title: host.links.hint(target) } })
        all.push(mark.range(start + link.index, start + link.index + link[0].length))
      }
      if (start < head) continue
      for (const { word, from, to } of spelledWords(text)) {
        const isCut = (from === 0 && start > line.from) || (start + to === end && end < line.to)
        // A word is marked when the caret has left it.
        if (!isCut && start + to !== caret && host.isMisspelled(word)) all.push(WRONG.range(start + from, start + to))
      }
    }
  }
  return Decoration.set(all, true)
}

const MAX_FRONT_MATTER = 400

/** Where the front matter of a note ends; 0 without one. */
function frontMatterEnd({ doc }: EditorState): number {
  if (doc.line(1).text !== '---') return 0
  for (let n = 2; n <= Math.min(doc.lines, MAX_FRONT_MATTER); n++) if (doc.line(n).text === '---') return doc.line(n).to
  return 0
}

/** Completes a link after `[[`, or after `@`, which becomes one. */
async function complete({ state, pos }: CompletionContext, { links }: EditorHost): Promise<CompletionResult | null> {
  if (state.readOnly) return null
  const line = state.doc.lineAt(pos)
  const before = line.text.slice(0, pos - line.from)
  const open = /\[\[([^[\]|#\n]{0,100})$/.exec(before)?.[1]
  const at = open === undefined ? /(?:^|[\s("“'‘—–])@([\p{L}\p{M}\p{N}_-]{0,60})$/u.exec(before)?.[1] : undefined
  const query = open ?? at
  if (query === undefined) return null
  const isClosed = line.text.slice(pos - line.from).startsWith(']]')
  return {
    from: pos - query.length,
    filter: false,
    options: (await links.find(query)).map(({ target, title, kind }) => ({
      label: target,
      detail: title === target ? kind : title,
      apply: (view, _, from, to) => {
        const start = open === undefined ? from - 1 : from
        const text = open === undefined ? `[[${target}]]` : target
        const insert = open === undefined || isClosed ? text : `${text}]]`
        const caret = start + insert.length + (isClosed && open !== undefined ? 2 : 0)
        view.dispatch({ changes: { from: start, to, insert }, selection: { anchor: caret }, userEvent: 'input.complete' })
      }
    }))
  }
}
