import { arrange, cursorIndex, goBy, goTo, useSession } from '../session'
import type { Command } from '../ui/commands'
import { askBranch, branchHere, canUndelete, deleteBranch, fetchedHere, playOnFrom, restoreBranch } from './edit-branches'
import { openSearch } from './search'
import { goLane, goPage, goScene, goSession } from './moves'
import { togglePin } from './pinning'
import { pastTexts, timelineTexts } from './texts'
import { zoom } from './zoom'

const get = useSession.getState
const t = timelineTexts.commands
const open = (): boolean => get().present !== undefined
const writable = (): boolean => open() && get().present?.campaign.readOnly === undefined
const past = (): boolean => get().cursor !== undefined
const later = (): boolean => cursorIndex(get()) > 0

/** Keys that scroll elsewhere move in time only while the timeline has the focus. */
const onTimeline = (target: Element | null): boolean => target?.closest('.timeline') !== null && target !== null

/** The commands that move the cursor. */
const timeCommands: readonly Command[] = [
  { id: 'back', group: t.time, label: t.back, shortcut: 'left', when: later, run: () => goBy(-1) },
  { id: 'forth', group: t.time, label: t.forth, shortcut: 'right', when: past, run: () => goBy(1) },
  { id: 'back.ten', group: t.time, label: t.backTen, shortcut: 'shift+left', when: later, run: () => goBy(-10) },
  { id: 'forth.ten', group: t.time, label: t.forthTen, shortcut: 'shift+right', when: past, run: () => goBy(10) },
  { id: 'scene.back', group: t.time, label: t.sceneBack, shortcut: '[', when: later, run: () => goScene(-1) },
  { id: 'scene.forth', group: t.time, label: t.sceneForth, shortcut: ']', when: past, run: () => goScene(1) },
  { id: 'first', group: t.time, label: t.first, shortcut: 'home', when: later, run: () => goTo(get().line[0]?.id) },
  { id: 'last', group: t.time, label: t.last, shortcut: 'end', when: past, run: () => goTo(get().line.at(-1)?.id) },
  { id: 'now', group: t.time, label: pastTexts.back, shortcut: 'esc', when: past, run: () => goTo(undefined) },
  { id: 'continue', group: t.time, label: t.continue, shortcut: 'b', when: writable, run: () => useSession.setState({ playRequest: 'branch' }) }
]

/** The commands of the timeline and its branches. */
export const timelineCommands: readonly Command[] = [
  ...timeCommands,
  {
    id: 'beats.find',
    group: t.group,
    label: t.find,
    shortcut: '/',
    heard: (focus) => onTimeline(focus) || get().desk.view !== 'agents',
    when: open,
    run: openSearch
  },
  { id: 'page.back', group: t.time, label: t.pageBack, shortcut: 'pageup', heard: onTimeline, when: later, run: () => goPage(-1) },
  { id: 'page.forth', group: t.time, label: t.pageForth, shortcut: 'pagedown', heard: onTimeline, when: past, run: () => goPage(1) },
  { id: 'session.back', group: t.time, label: t.sessionBack, shortcut: '{', when: later, run: () => goSession(-1) },
  { id: 'session.forth', group: t.time, label: t.sessionForth, shortcut: '}', when: past, run: () => goSession(1) },
  { id: 'lane.up', group: t.time, label: t.laneUp, shortcut: 'up', heard: onTimeline, when: open, run: () => goLane(-1) },
  { id: 'lane.down', group: t.time, label: t.laneDown, shortcut: 'down', heard: onTimeline, when: open, run: () => goLane(1) },
  { id: 'pin', group: t.group, label: t.pin, shortcut: 'm', when: open, run: () => togglePin() },
  {
    id: 'branch.playon',
    group: t.branches,
    label: t.playOnFetched,
    when: () => writable() && fetchedHere() !== undefined,
    run: () => {
      const fetched = fetchedHere()
      return fetched && playOnFrom(fetched)
    }
  },
  {
    id: 'branch.rename',
    group: t.branches,
    label: t.rename,
    when: () => writable() && fetchedHere() === undefined,
    run: () => askBranch({ rename: branchHere() ?? '' })
  },
  {
    id: 'branch.delete',
    group: t.branches,
    label: t.delete,
    when: () => writable() && branchHere() !== get().present?.branch && fetchedHere() === undefined,
    run: () => deleteBranch(branchHere() ?? '')
  },
  { id: 'branch.undelete', group: t.branches, label: t.undelete, when: () => writable() && canUndelete(), run: () => restoreBranch() },
  { id: 'branch.find', group: t.branches, label: t.goBranch, when: open, run: () => askBranch('find') },
  { id: 'branch.deleted', group: t.branches, label: t.deleted, when: open, run: () => askBranch('deleted') },
  { id: 'tall', group: t.group, label: t.tall, when: open, run: () => arrange({ tall: !get().desk.tall }) },
  { id: 'zoom.in', group: t.group, label: t.zoomIn, shortcut: '+', when: open, run: () => zoom('in') },
  { id: 'zoom.out', group: t.group, label: t.zoomOut, shortcut: '-', when: open, run: () => zoom('out') },
  { id: 'zoom.fit', group: t.group, label: t.fit, shortcut: '0', when: open, run: () => zoom('fit') }
]
