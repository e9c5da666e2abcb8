import { flushSync } from 'react-dom'
import type { Spot } from '../../shared/moments'
import { cursorIndex, goTo, news, useSession } from '../session'
import type { Command } from '../ui/commands'
import { useMoments, type Moments } from './state'
import { momentTexts } from './texts'
import { saveWatched, watchedIn, MAX_WATCHES, withWatch } from './watched'

const get = useSession.getState
const open = (): boolean => get().present !== undefined

/** Changes what is asked of moments. */
export const ask = (part: Partial<Moments>): void => useMoments.set(part)

/** The commit that is looked at. */
export const here = (): string | undefined => get().cursor ?? get().present?.head

/** The name of the view that compares. */
const COMPARE = 'compare'

/** Compares two commits, over whatever view is shown. */
export function compareThese(a: string, b: string): void {
  ask({ comparing: { a, b }, choosing: undefined })
  useSession.setState({ cover: COMPARE })
}

/** Leaves the comparison. */
export const stopComparing = (): void => useSession.setState({ cover: undefined })

let focus: () => void = () => undefined
/** Registers the field of the search for a moment; returns how to stop. */
export function onFindMoment(to: () => void): () => void {
  focus = to
  return () => {
    focus = () => undefined
  }
}

/** Opens the search for a moment, with something asked already when it is given. */
export function findMoment(question?: string): void {
  flushSync(() => ask({ finding: true, ...(question === undefined ? {} : { question }) }))
  focus()
}

/** Watches an expression along the timeline, or no longer. */
export function setWatched(expression: string, on: boolean): void {
  const moments = useMoments.get()
  const dir = get().present?.campaign.dir
  if (dir === undefined) return
  if (on && watchedIn(moments, dir).length >= MAX_WATCHES && !watchedIn(moments, dir).includes(expression)) news(momentTexts.watch.full(MAX_WATCHES))
  const next = withWatch(moments, dir, expression, on)
  ask(next)
  saveWatched(next)
}

/** Index of the change of truth that lies next in a direction from where the cursor is; -1 when there is none. */
export function flipFrom(direction: 1 | -1): number {
  const session = get()
  const flips = useMoments.get().found?.flips ?? []
  const at = session.line[cursorIndex(session)]?.place ?? 0
  const place = ({ commit, n }: Spot): number => session.beats.byId.get(commit)?.place ?? n
  return direction > 0 ? flips.findIndex((one) => place(one) > at) : flips.findLastIndex((one) => place(one) < at)
}

/** Goes to the next change of truth in a direction. */
export function goFlip(direction: 1 | -1): void {
  const flip = useMoments.get().found?.flips[flipFrom(direction)]
  if (flip) goTo(flip.commit)
}

/** What can be done with moments. */
export const momentCommands: readonly Command[] = [
  {
    id: 'moments.leave',
    group: 'Time',
    label: momentTexts.compare.leave,
    shortcut: 'esc',
    when: () => get().cover === COMPARE,
    run: stopComparing
  },
  { id: 'moments.compare', group: 'Time', label: momentTexts.compare.command, shortcut: 'c', when: open, run: () => ask({ choosing: here() }) },
  { id: 'moments.find', group: 'Time', label: momentTexts.find.command, shortcut: 'f', when: open, run: () => findMoment() },
  { id: 'moments.next', group: 'Time', label: momentTexts.find.next, shortcut: 'n', when: () => flipFrom(1) >= 0, run: () => goFlip(1) },
  {
    id: 'moments.previous',
    group: 'Time',
    label: momentTexts.find.previous,
    shortcut: 'shift+n',
    when: () => flipFrom(-1) >= 0,
    run: () => goFlip(-1)
  }
]
