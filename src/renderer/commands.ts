import { flushSync } from 'react-dom'
import { own } from '../shared/json'
import { find } from './agents/inspector/find'
import { inspectorTexts } from './agents/inspector/texts'
import { redo, undo } from './editing'
import { arrange, beside, cursorIndex, goBy, goTo, inspect, useSession } from './session'
import { timelineCommands } from './timeline/commands'
import { goScene } from './timeline/moves'
import { zoom } from './timeline/zoom'
import { momentCommands } from './moments/commands'
import { remoteCommands } from './remotes/commands'
import { transcriptCommands } from './transcript/commands'
import type { Command } from './ui/commands'
import { handTexts } from './agents/hand/texts'
import { texts } from './ui/texts'
import { goToPart } from './ui/window-parts'
import * as verbs from './verbs'
import { mapCommands } from './world/arranging'
import { worldCommands } from './world/edit/commands'
import { heatCommands } from './world/heat/commands'
import { oddsCommands } from './world/odds/commands'
import { pictureCommands } from './world/picture/commands'

const get = useSession.getState
const open = (): boolean => get().present !== undefined
const past = (): boolean => get().cursor !== undefined
const show = (dialog: 'palette' | 'shortcuts' | 'new' | 'open'): void => useSession.setState({ dialog })
const writable = (): boolean => open() && get().present?.campaign.readOnly === undefined

/** Everything that can be done with a key, a button or the palette. */
export const allCommands: readonly Command[] = [
  { id: 'play', group: 'Table', label: 'Autoplay or pause', shortcut: 'space', when: writable, run: verbs.togglePlay },
  {
    id: 'step',
    group: 'Table',
    label: 'Play one beat',
    shortcut: '.',
    when: () => writable() && get().present?.table.running === false,
    run: verbs.playOne
  },
  { id: 'hand', group: 'Table', label: handTexts.command, shortcut: 'h', when: writable, run: verbs.playByHand },
  ...Object.entries(texts.speeds).map(([pace, name]) => ({
    id: `speed.${pace}`,
    group: 'Table',
    label: `Set speed to ${name.toLowerCase()}`,
    when: open,
    run: () => verbs.setPace(Number(pace))
  })),
  { id: 'milestone', group: 'Table', label: 'Mark a milestone and sum up the campaign', when: () => writable() && !past(), run: verbs.markMilestone },
  { id: 'verify', group: 'Table', label: 'Replay every beat and compare', when: open, run: verbs.verifyHistory },

  ...momentCommands,
  { id: 'back', group: 'Time', label: 'Go back one beat', shortcut: 'left', when: () => cursorIndex(get()) > 0, run: () => goBy(-1) },
  { id: 'forth', group: 'Time', label: 'Go forward one beat', shortcut: 'right', when: past, run: () => goBy(1) },
  { id: 'back.ten', group: 'Time', label: 'Go back ten beats', shortcut: 'shift+left', when: () => cursorIndex(get()) > 0, run: () => goBy(-10) },
  { id: 'forth.ten', group: 'Time', label: 'Go forward ten beats', shortcut: 'shift+right', when: past, run: () => goBy(10) },
  {
    id: 'scene.back',
    group: 'Time',
    label: 'Go to start of scene',
    shortcut: '[',
    when: () => cursorIndex(get()) > 0,
    run: () => goScene(-1)
  },
  { id: 'scene.forth', group: 'Time', label: 'Go to next scene', shortcut: ']', when: past, run: () => goScene(1) },
  {
    id: 'first',
    group: 'Time',
    label: 'Go to first beat',
    shortcut: 'home',
    when: () => cursorIndex(get()) > 0,
    run: () => goTo(get().line[0]?.id)
  },
  { id: 'last', group: 'Time', label: 'Go to last beat', shortcut: 'end', when: past, run: () => goTo(get().line.at(-1)?.id) },
  { id: 'now', group: 'Time', label: texts.past.back, shortcut: 'esc', when: past, run: () => goTo(undefined) },
  {
    id: 'continue',
    group: 'Time',
    label: 'Continue from here on a new branch…',
    shortcut: 'b',
    when: writable,
    run: () => useSession.setState({ wish: 'branch' })
  },
  ...timelineCommands,
  { id: 'zoom.in', group: 'Timeline', label: 'Zoom in', shortcut: '+', when: open, run: () => zoom('in') },
  { id: 'zoom.out', group: 'Timeline', label: 'Zoom out', shortcut: '-', when: open, run: () => zoom('out') },
  { id: 'zoom.fit', group: 'Timeline', label: 'Fit all beats', shortcut: '0', when: open, run: () => zoom('fit') },

  { id: 'view.play', group: 'View', label: 'Show Play view', shortcut: '1', when: open, run: () => arrange({ view: 'play' }) },
  { id: 'view.map', group: 'View', label: 'Show Map view', shortcut: '2', when: open, run: () => arrange({ view: 'map' }) },
  { id: 'view.agents', group: 'View', label: 'Show Agents view', shortcut: '3', when: open, run: () => arrange({ view: 'agents' }) },
  { id: 'turns.find', group: 'View', label: inspectorTexts.search, shortcut: '/', when: open, run: findTurns },
  { id: 'side.log', group: 'View', label: 'Show log', shortcut: 'l', when: open, run: () => beside('log') },
  { id: 'side.sheet', group: 'View', label: 'Show sheet', shortcut: 's', when: open, run: () => beside('sheet') },
  { id: 'side.beat', group: 'View', label: 'Show beat', shortcut: 't', when: open, run: () => beside('beat') },
  { id: 'side.problems', group: 'View', label: 'Show problems', shortcut: 'p', when: open, run: () => beside('problems') },
  { id: 'part.next', group: 'View', label: 'Go to next part of the window', shortcut: 'f6', when: open, run: () => goToPart(1) },
  { id: 'part.back', group: 'View', label: 'Go to previous part of the window', shortcut: 'shift+f6', when: open, run: () => goToPart(-1) },
  { id: 'talk', group: 'View', label: 'Show or hide private talk', when: open, run: () => arrange({ talk: !get().desk.talk }) },
  { id: 'theme', group: 'View', label: 'Switch between dark and light', shortcut: 'mod+shift+l', run: flipTheme },
  { id: 'theme.system', group: 'View', label: 'Use system theme', run: () => arrange({ theme: 'system' }) },
  {
    id: 'next.actor',
    group: 'View',
    label: 'Show sheet of next character',
    when: () => own(get().shown?.state.actors, get().shown?.state.next.actor ?? '') !== undefined,
    run: () => inspect(get().shown?.state.next.actor ?? '')
  },

  { id: 'open', group: 'Campaign', label: 'Open folder…', shortcut: 'mod+p', run: verbs.askFolder },
  { id: 'new', group: 'Campaign', label: 'New campaign…', run: () => show('new') },
  { id: 'settings', group: 'Campaign', label: 'Settings…', shortcut: 'mod+,', run: verbs.openSettings },
  { id: 'sample', group: 'Campaign', label: 'Open sample campaign', run: async () => void (await verbs.openSample()) },
  ...remoteCommands,
  ...transcriptCommands,
  { id: 'close', group: 'Campaign', label: 'Close campaign', when: open, run: verbs.closeCampaign },
  {
    id: 'adopt',
    group: 'Campaign',
    label: 'Adopt external changes',
    when: () => writable() && (get().present?.edits.length ?? 0) > 0,
    run: verbs.adoptEdits
  },
  {
    id: 'aside',
    group: 'Campaign',
    label: 'Set external changes aside',
    when: () => writable() && (get().present?.edits.length ?? 0) > 0,
    run: verbs.setEditsAside
  },

  { id: 'edit.undo', group: texts.editing.group, label: texts.editing.undoLast, shortcut: 'mod+z', when: open, run: undo },
  { id: 'edit.redo', group: texts.editing.group, label: texts.editing.redoLast, shortcut: 'mod+shift+z', when: open, run: redo },
  ...worldCommands,
  ...pictureCommands,
  ...mapCommands,
  ...heatCommands,
  ...oddsCommands,

  { id: 'palette', group: 'Help', label: 'Show all commands…', shortcut: 'mod+k', run: () => show('palette') },
  { id: 'shortcuts', group: 'Help', label: texts.shortcuts.title, shortcut: '?', run: () => show('shortcuts') }
]

/** Goes to the search of turns; the view that has it is drawn first, so that not a letter of what is typed next is lost. */
function findTurns(): void {
  flushSync(() => arrange({ view: 'agents' }))
  find()
}

function flipTheme(): void {
  arrange({ theme: document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light' })
}
