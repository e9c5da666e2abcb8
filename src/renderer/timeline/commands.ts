import { arrange, cursorIndex, useSession } from '../session'
import type { Command } from '../ui/commands'
import { askBranch, branchHere, canUndelete, deleteBranch, fetchedHere, playOnFrom, restoreBranch } from './branching'
import { openFinding } from './find'
import { goLane, goPage, goSession } from './moves'
import { togglePin } from './pinning'
import { timelineTexts } from './texts'

const get = useSession.getState
const t = timelineTexts.commands
const open = (): boolean => get().present !== undefined
const writable = (): boolean => open() && get().present?.campaign.readOnly === undefined
const past = (): boolean => get().cursor !== undefined
const later = (): boolean => cursorIndex(get()) > 0

/** Keys that move a page or a list elsewhere mean time only where the timeline has the focus. */
const onTimeline = (target: Element | null): boolean => target?.closest('.timeline') !== null && target !== null

/** What can be done on the timeline beyond moving beat by beat. */
export const timelineCommands: readonly Command[] = [
  {
    id: 'beats.find',
    group: t.group,
    label: t.find,
    shortcut: '/',
    heard: (focus) => onTimeline(focus) || get().desk.view !== 'agents',
    when: open,
    run: openFinding
  },
  { id: 'page.back', group: 'Time', label: t.pageBack, shortcut: 'pageup', heard: onTimeline, when: later, run: () => goPage(-1) },
  { id: 'page.forth', group: 'Time', label: t.pageForth, shortcut: 'pagedown', heard: onTimeline, when: past, run: () => goPage(1) },
  { id: 'session.back', group: 'Time', label: t.sessionBack, shortcut: '{', when: later, run: () => goSession(-1) },
  { id: 'session.forth', group: 'Time', label: t.sessionForth, shortcut: '}', when: past, run: () => goSession(1) },
  { id: 'lane.up', group: 'Time', label: t.laneUp, shortcut: 'up', heard: onTimeline, when: open, run: () => goLane(-1) },
  { id: 'lane.down', group: 'Time', label: t.laneDown, shortcut: 'down', heard: onTimeline, when: open, run: () => goLane(1) },
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
  { id: 'tall', group: t.group, label: t.tall, when: open, run: () => arrange({ tall: !get().desk.tall }) }
]
