import { flushSync } from 'react-dom'
import type { Spot } from '../../shared/moments'
import { cursorIndex, goTo, news, useSession } from '../session'
import { saveWatched, withWatch, watchedIn, WATCHES, type Comparing, type Moments } from '../store/moments'
import type { Command } from '../ui/commands'
import { momentTexts } from './texts'

const get = useSession.getState
const open = (): boolean => get().present !== undefined

/** Changes what is asked of moments. */
export function ask(part: Partial<Moments>): void {
  useSession.setState({ moments: { ...get().moments, ...part } })
}

/** The commit that is looked at. */
export const here = (): string | undefined => get().cursor ?? get().present?.head

/** Compares two commits. */
export function compareThese(a: string, b: string): void {
  const dir = get().present?.campaign.dir
  if (dir !== undefined) ask({ comparing: { dir, a, b }, choosing: undefined })
}

/** What is compared in the campaign that is open. */
export const comparingIn = ({ moments, present }: ReturnType<typeof get>): Comparing | undefined =>
  moments.comparing?.dir === present?.campaign.dir ? moments.comparing : undefined

/** Leaves the comparison. */
export const stopComparing = (): void => ask({ comparing: undefined })

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
  const { moments, present } = get()
  if (!present) return
  const { dir } = present.campaign
  if (on && watchedIn(moments, dir).length >= WATCHES && !watchedIn(moments, dir).includes(expression)) news(momentTexts.watch.full(WATCHES))
  const next = withWatch(moments, dir, expression, on)
  useSession.setState({ moments: next })
  saveWatched(next)
}

/** Index of the change of truth that lies next in a direction from where the cursor is; -1 when there is none. */
export function flipFrom(direction: 1 | -1): number {
  const session = get()
  const flips = session.moments.found?.flips ?? []
  const at = session.line[cursorIndex(session)]?.place ?? 0
  const place = ({ commit, n }: Spot): number => session.beats.byId.get(commit)?.place ?? n
  return direction > 0 ? flips.findIndex((one) => place(one) > at) : flips.findLastIndex((one) => place(one) < at)
}

/** Goes to the next change of truth in a direction. */
export function goFlip(direction: 1 | -1): void {
  const flip = get().moments.found?.flips[flipFrom(direction)]
  if (flip) goTo(flip.commit)
}

/** What can be done with moments. */
export const momentCommands: readonly Command[] = [
  {
    id: 'moments.leave',
    group: 'Time',
    label: momentTexts.compare.leave,
    shortcut: 'esc',
    when: () => comparingIn(get()) !== undefined,
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
