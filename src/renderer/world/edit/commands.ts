import { flushSync } from 'react-dom'
import { arrange, notify, updateMap, useSession } from '../../session'
import type { Command } from '../../ui/commands'
import {
  addReturnJourney,
  connectSelected,
  copyText,
  duplicateSelected,
  paste,
  regionHere,
  removeSelected,
  showLinks,
  notifyCopied
} from './edit-world'
import { inTurn, isEditable, ifEditable } from '../../editing'
import { pickMap } from './transfer/files'
import { focusOutline } from './focus'
import { editTexts } from './texts'

const t = editTexts.commands
const get = useSession.getState
const places = (): string[] => get().mapState.selection.flatMap(({ what, id }) => (what === 'place' ? [id] : []))
const hasPlace = (): boolean => places().length > 0

function showOutline(): void {
  if (get().desk.view === 'map' && get().desk.outline) return
  flushSync(() => arrange({ view: 'map', outline: true }))
}

/** Opens a row of the outline to enter a name. */
function ask(naming: string, folds: Readonly<Record<string, boolean>> = {}): void {
  showOutline()
  updateMap({ naming, folds: { ...get().mapState.folds, ...folds } })
}

function toggleOutline(): void {
  const { view, outline } = get().desk
  if (view === 'map' && outline) return arrange({ outline: false })
  showOutline()
  focusOutline()
}

function askPlace(): void {
  const region = regionHere()
  ask(region === undefined ? '+place:' : `+place:${region}`, region === undefined ? {} : { [`region:${region}`]: true })
}

function askName(): void {
  const last = get().mapState.selection.at(-1)
  if (last?.what === 'journey') notify('A journey has no name of its own. Rename the places at its ends, or press E to edit the journey.')
  else if (last) ask(`${last.what}:${last.id}`)
}

/** What the menu of a place, journey or region offers, on the map and in the outline. */
export const WORLD_MENU = [
  'side.place',
  'world.rename',
  'place.add',
  'place.connect',
  'journey.back',
  'place.duplicate',
  'place.copy',
  'place.paste',
  'place.move',
  'place.happened',
  'world.remove'
] as const

async function copy(): Promise<void> {
  const text = copyText()
  if (text === undefined) return
  await navigator.clipboard.writeText(text).then(notifyCopied, () => notify('Couldn’t write to the clipboard. Press the copy keys instead.'))
}

async function pasteRead(): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => undefined)
  if (text === undefined) notify('Couldn’t read the clipboard. Press the paste keys instead.')
  else await paste(text)
}

/** Runs an edit, or shows why nothing can be edited now. */
const changing =
  (run: () => void | Promise<void>): Command['run'] =>
  () =>
    ifEditable(async () => run())
/** Runs an edit of the selection after the one before it. */
const next = (run: () => Promise<void>) => (): void => inTurn(changing(run))
const some = (): boolean => get().present !== undefined

function openPanel(): void {
  updateMap({ part: 'details' })
  arrange({ side: 'place', view: 'map' })
}

/** The commands that edit the world. */
export const worldCommands: readonly Command[] = [
  { id: 'outline', group: t.group, label: 'Show or hide the outline', shortcut: 'o', when: some, run: toggleOutline },
  { id: 'side.place', group: t.group, label: 'Show details of selection', shortcut: 'e', when: some, run: openPanel },
  {
    id: 'place.happened',
    group: t.group,
    label: 'Show what happened here',
    when: () => get().mapState.selection.at(-1)?.what === 'place',
    run: () => {
      updateMap({ part: 'happened' })
      arrange({ side: 'place', view: 'map' })
    }
  },
  { id: 'place.add', group: t.group, label: 'Add a place', when: some, run: changing(askPlace) },
  { id: 'region.add', group: t.group, label: 'Add a region', when: some, run: changing(() => ask('+region')) },
  { id: 'place.connect', group: t.group, label: 'Connect selected places…', when: hasPlace, run: changing(connectSelected) },
  {
    id: 'journey.back',
    group: t.group,
    label: 'Add the return journey',
    when: () => get().mapState.selection.at(-1)?.what === 'journey',
    run: changing(() => addReturnJourney(get().mapState.selection.at(-1)?.id ?? ''))
  },
  {
    id: 'place.move',
    group: t.group,
    label: 'Move selected places to another region…',
    when: hasPlace,
    run: changing(() => updateMap({ question: { what: 'move', places: places() } }))
  },
  {
    id: 'world.rename',
    group: t.group,
    label: 'Rename selection',
    shortcut: 'f2',
    // In other views the key belongs to what is selected there.
    heard: () => get().desk.view === 'map',
    when: () => get().mapState.selection.length > 0,
    run: changing(askName)
  },
  { id: 'world.remove', group: t.group, label: 'Remove selection', when: () => get().mapState.selection.length > 0, run: next(removeSelected) },
  {
    id: 'world.links',
    group: t.group,
    label: 'Show notes that link to the old name',
    when: () => get().mapState.links !== undefined,
    run: showLinks
  },
  {
    id: 'place.duplicate',
    group: t.group,
    label: 'Duplicate selection',
    shortcut: 'mod+d',
    heard: () => get().desk.view === 'map',
    when: () => get().mapState.selection.length > 0,
    run: next(duplicateSelected)
  },
  { id: 'place.copy', group: t.group, label: 'Copy selected places', shortcut: 'mod+c', native: true, when: hasPlace, run: copy },
  { id: 'place.paste', group: t.group, label: 'Paste places', shortcut: 'mod+v', native: true, when: isEditable, run: changing(pasteRead) },
  { id: 'world.import', group: t.group, label: 'Import a map…', when: some, run: changing(pickMap) },
  { id: 'world.export', group: t.group, label: 'Export map…', when: some, run: () => updateMap({ question: { what: 'export' } }) }
]

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input,textarea,[contenteditable=true],[role=dialog]') !== null

/** Handles copy and paste while the map is shown and no text is selected. Returns a function that removes the listeners. */
export function listenToClipboard(): () => void {
  const onCopy = (event: ClipboardEvent): void => {
    const text = get().desk.view !== 'map' || isText(event.target) || getSelection()?.isCollapsed === false ? undefined : copyText()
    if (text === undefined) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    notifyCopied()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (get().desk.view !== 'map' || isText(event.target) || text === '' || !some()) return
    event.preventDefault()
    void changing(async () => void (await paste(text)))()
  }
  document.addEventListener('copy', onCopy)
  document.addEventListener('paste', onPaste)
  return () => {
    document.removeEventListener('copy', onCopy)
    document.removeEventListener('paste', onPaste)
  }
}
