import { useSession } from './session'
import { slice } from './slice'
import { run } from './ui/commands'

/** A line of the log: the commit of its beat, its place among the beat's entries (absent: the beat as a whole), and the selected words of it. */
export interface LineSpot {
  commit: string
  line?: number
  quote?: string
}

interface Spots {
  /** The line whose menu was opened last. */
  menu?: LineSpot | undefined
  /** Whether a command of that menu runs now. */
  isMenu?: boolean
  /** The line whose reasons are shown. */
  shown?: LineSpot | undefined
}

/** The lines of the log that commands are about. */
export const useSpots = slice<Spots>('line-spots', {})

const numberIn = (element: HTMLElement): { line?: number } => {
  const line = element.dataset['line']
  return line === undefined ? {} : { line: Number(line) }
}

/** The line of the log around an element, with the words that are selected in it. */
export function spotAt(element: Element | null): LineSpot | undefined {
  const line = element?.closest<HTMLElement>('[data-beat]')
  const commit = line?.dataset['beat']
  if (!line || commit === undefined) return undefined
  const selection = window.getSelection()
  const isSelected = selection !== null && !selection.isCollapsed && selection.anchorNode !== null && line.contains(selection.anchorNode)
  const words = isSelected ? wordsOf(selection) : ''
  return { commit, ...numberIn(line), ...(words === '' ? {} : { quote: words }) }
}

/** The selected words of the line in which the selection begins. */
function wordsOf(selection: Selection): string {
  const range = selection.getRangeAt(0).cloneRange()
  const text = elementOf(range.startContainer)?.closest('[data-beat]')?.querySelector('[data-text]')
  if (!text) return ''
  if (!text.contains(range.startContainer)) range.setStartBefore(text)
  if (!text.contains(range.endContainer)) range.setEndAfter(text)
  return range.toString().trim()
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)

/** Runs a command of the menu of a line: it is about that line, wherever the cursor is. */
export function runAtMenu(id: string): void {
  useSpots.set({ isMenu: true })
  run(id)
  useSpots.set({ isMenu: false })
}

/** The line that a command applies to: the one whose menu it is in, else the one with selected words or the focus, else the beat at the cursor. */
export function spotMeant(): LineSpot | undefined {
  const { cursor, present } = useSession.getState()
  const { menu, isMenu } = useSpots.get()
  if (isMenu && menu) return menu
  const selection = window.getSelection()
  const selected = selection && !selection.isCollapsed && selection.anchorNode ? spotAt(elementOf(selection.anchorNode)) : undefined
  if (selected?.quote !== undefined) return selected
  const at = cursor ?? present?.head
  return spotAt(document.activeElement) ?? (menu?.commit === at ? menu : at === undefined ? undefined : { commit: at })
}
