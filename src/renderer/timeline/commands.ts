import { arrange, cursorIndex, goBy, goTo, useSession } from '../session'
import type { Command } from '../ui/commands'
import { askBranch, branchHere, canUndelete, deleteBranch, fetchedHere, playOnFrom, restoreBranch } from './edit-branches'
import { openSearch } from './search'
import { togglePin } from './pinning'
import { pastTexts, timelineTexts } from './texts'
import { zoom, screenful } from './zoom'
import { ownBranches } from '../store/beats'
import { askRestart, useToday } from './today/today'
import { neighbourLanes } from './lane-neighbours'
import { sessionsOf } from './spans'

const get = useSession.getState
const t = timelineTexts.commands
const open = (): boolean => get().present !== undefined
const writable = (): boolean => open() && get().present?.campaign.readOnly === undefined
const past = (): boolean => get().cursor !== undefined
const later = (): boolean => cursorIndex(get()) > 0

/** The edit at the cursor, or at another commit, by its commit. */
function editHere(at?: string): string | undefined {
  const mark = at === undefined ? get().line[cursorIndex(get())] : get().beats.byId.get(at)
  return mark?.parent === undefined || mark.kind === 'play' || mark.kind === 'skill' ? undefined : mark.id
}

/** Keys that scroll elsewhere move in time only while the timeline has the focus. */
const onTimeline = (target: Element | null): boolean => target?.closest('.timeline') !== null && target !== null

const timeCommands: readonly Command[] = [
  { id: 'back', group: t.time, label: 'Go back one beat', shortcut: 'left', when: later, run: () => goBy(-1) },
  { id: 'forth', group: t.time, label: 'Go forward one beat', shortcut: 'right', when: past, run: () => goBy(1) },
  { id: 'back.ten', group: t.time, label: 'Go back ten beats', shortcut: 'shift+left', when: later, run: () => goBy(-10) },
  { id: 'forth.ten', group: t.time, label: 'Go forward ten beats', shortcut: 'shift+right', when: past, run: () => goBy(10) },
  { id: 'scene.back', group: t.time, label: 'Go to start of scene', shortcut: '[', when: later, run: () => goScene(-1) },
  { id: 'scene.forth', group: t.time, label: 'Go to next scene', shortcut: ']', when: past, run: () => goScene(1) },
  { id: 'first', group: t.time, label: 'Go to first beat', shortcut: 'home', when: later, run: () => goTo(get().line[0]?.id) },
  { id: 'last', group: t.time, label: 'Go to last beat', shortcut: 'end', when: past, run: () => goTo(get().line.at(-1)?.id) },
  { id: 'now', group: t.time, label: pastTexts.back, shortcut: 'esc', when: past, run: () => goTo(undefined) },
  {
    id: 'continue',
    group: t.time,
    label: 'Continue from here on a new branch…',
    shortcut: 'b',
    when: writable,
    run: () => useSession.setState({ playRequest: 'branch' })
  },
  { id: 'today.restart', group: t.time, label: 'Restart here with today’s world…', shortcut: 'shift+b', when: writable, run: askRestart }
]

/** The commands of the timeline and its branches. */
export const timelineCommands: readonly Command[] = [
  ...timeCommands,
  {
    id: 'beats.find',
    group: t.group,
    label: 'Search beats…',
    shortcut: '/',
    heard: (focus) => onTimeline(focus) || get().desk.view !== 'agents',
    when: open,
    run: openSearch
  },
  { id: 'page.back', group: t.time, label: 'Go back one screen', shortcut: 'pageup', heard: onTimeline, when: later, run: () => goPage(-1) },
  { id: 'page.forth', group: t.time, label: 'Go forward one screen', shortcut: 'pagedown', heard: onTimeline, when: past, run: () => goPage(1) },
  { id: 'session.back', group: t.time, label: 'Go to start of session', shortcut: '{', when: later, run: () => goSession(-1) },
  { id: 'session.forth', group: t.time, label: 'Go to next session', shortcut: '}', when: past, run: () => goSession(1) },
  {
    id: 'lane.up',
    group: t.time,
    label: 'Go to branch above, at the same time',
    shortcut: 'up',
    heard: onTimeline,
    when: open,
    run: () => goLane(-1)
  },
  {
    id: 'lane.down',
    group: t.time,
    label: 'Go to branch below, at the same time',
    shortcut: 'down',
    heard: onTimeline,
    when: open,
    run: () => goLane(1)
  },
  { id: 'pin', group: t.group, label: 'Add or remove flag on this beat', shortcut: 'm', when: open, run: () => togglePin() },
  {
    id: 'branch.playon',
    group: t.branches,
    label: 'Continue from fetched branch',
    when: () => writable() && fetchedHere() !== undefined,
    run: () => {
      const fetched = fetchedHere()
      return fetched && playOnFrom(fetched)
    }
  },
  {
    id: 'branch.rename',
    group: t.branches,
    label: 'Rename branch…',
    when: () => writable() && fetchedHere() === undefined,
    run: () => askBranch({ rename: branchHere() ?? '' })
  },
  {
    id: 'branch.delete',
    group: t.branches,
    label: 'Delete branch',
    when: () => writable() && branchHere() !== get().present?.branch && fetchedHere() === undefined,
    run: () => deleteBranch(branchHere() ?? '')
  },
  {
    id: 'today.bring',
    group: t.branches,
    label: 'Bring this edit to another branch…',
    when: (at) => writable() && editHere(at) !== undefined && ownBranches(get().beats.branches).length > 1,
    run: () => useToday.set({ choosing: editHere() })
  },
  {
    id: 'branch.undelete',
    group: t.branches,
    label: 'Restore last deleted branch',
    when: () => writable() && canUndelete(),
    run: () => restoreBranch()
  },
  { id: 'branch.find', group: t.branches, label: 'Go to branch…', when: open, run: () => askBranch('find') },
  { id: 'branch.deleted', group: t.branches, label: 'Show deleted branches…', when: open, run: () => askBranch('deleted') },
  { id: 'tall', group: t.group, label: 'Show more or fewer branches', when: open, run: () => arrange({ tall: !get().desk.tall }) },
  { id: 'zoom.in', group: t.group, label: 'Zoom in', shortcut: '+', when: open, run: () => zoom('in') },
  { id: 'zoom.out', group: t.group, label: 'Zoom out', shortcut: '-', when: open, run: () => zoom('out') },
  { id: 'zoom.fit', group: t.group, label: 'Fit all beats', shortcut: '0', when: open, run: () => zoom('fit') }
]

const goPage = (direction: 1 | -1): void => goBy(direction * Math.max(1, screenful() - 1))

/** Moves the cursor to the first beat of this scene (or session), from there to the previous one's, or to the next one's. */
function goSpan(spans: readonly { from: number }[], direction: 1 | -1): void {
  const session = get()
  const at = cursorIndex(session)
  const span = direction > 0 ? spans.find((one) => one.from > at) : spans.findLast((one) => one.from < at)
  if (span) goTo(session.line[span.from]?.id)
  else if (direction > 0) goTo(undefined)
}
const goScene = (direction: 1 | -1): void => goSpan(get().spans, direction)
const goSession = (direction: 1 | -1): void => goSpan(sessionsOf(get().spans), direction)

function goLane(direction: 1 | -1): void {
  const { beats, line } = get()
  const from = line[cursorIndex(get())]
  const to = from && neighbourLanes(beats, from, direction)
  if (to) goTo(to.id)
}
