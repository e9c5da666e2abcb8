import { HeldKeys } from './held-keys'
import { isInLayer, isLayerOpen } from './layers'

/** An action of the user, from the palette, by a key or with a button. One list serves all three. */
export interface Command {
  id: string
  group: string
  label: string
  /** Keys joined by `+`: `mod` is ⌘ on a Mac and Ctrl elsewhere; arrows are left, right, up, down. */
  shortcut?: string
  /** Whether it is available now. `at`: the commit of a beat whose menu is open, for a command about the beat at the cursor. */
  when?: (at?: string) => boolean
  /** Whether its key is active while the focus is there; absent: everywhere. Of commands with one key the first active, available one runs. */
  heard?: (focus: Element | null) => boolean
  /** The browser has its own event for these keys (copy, paste). The listener of that event runs the command. */
  native?: true
  run: () => void | Promise<void>
}

let registry: readonly Command[] = []

/** What the window still loads while the list of commands isn't complete. Both reject if it can't be loaded, after that was shown. */
interface Loading {
  /** Loads all other commands and registers them. */
  all: () => Promise<unknown>
  /** Loads what the window is to show now; undefined if it is there. */
  shown: () => Promise<unknown> | undefined
}
let loading: Loading | undefined

/** Sets the one list of commands, and what is still to be loaded. */
export function register(commands: readonly Command[], more?: Loading): void {
  registry = commands
  loading = more
}

/** All commands, or the available ones. */
export function commands(now = false): readonly Command[] {
  return now ? registry.filter((one) => one.when?.() ?? true) : registry
}

/** The command with an id. Throws for an unknown id, which is a programming error. */
export function command(id: string): Command {
  const found = registry.find((one) => one.id === id)
  if (!found) throw new Error(`No command "${id}"`)
  return found
}

/** Runs a command if it is available; one that isn't loaded yet runs when it is. */
export function run(id: string): void {
  if (loading && !registry.some((one) => one.id === id))
    return void loading.all().then(
      () => run(id),
      () => undefined
    )
  const chosen = command(id)
  if (chosen.when?.() ?? true) void chosen.run()
}

/** The shortcut of a command, if pressing it now would run this command and no other one. */
export function keysNow(id: string): string | undefined {
  const { shortcut } = command(id)
  const first = registry.find((one) => one.shortcut === shortcut && (one.when?.() ?? true))
  return first?.id === id ? shortcut : undefined
}

const NAMES: Record<string, string> = { ' ': 'space', ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Escape: 'esc' }
const MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.userAgent)
const SIGNS: Record<string, string> = {
  mod: MAC ? '⌘' : 'Ctrl',
  shift: MAC ? '⇧' : 'Shift',
  alt: MAC ? '⌥' : 'Alt',
  left: '←',
  right: '→',
  up: '↑',
  down: '↓',
  space: 'Space',
  enter: 'Enter',
  esc: 'Esc',
  home: 'Home',
  end: 'End',
  pageup: 'Page up',
  pagedown: 'Page down',
  insert: 'Insert',
  delete: 'Delete'
}

/** A shortcut in printed form, key by key. */
export function keysOf(shortcut: string): string[] {
  return shortcut.split(/\+(?=.)/).map((key) => SIGNS[key] ?? key.toUpperCase())
}

/** The part of a key event that determines its shortcut. */
interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** The shortcut of a key event. Shift is part of it only with keys whose character doesn't depend on it. */
export function shortcutOf(event: KeyPress): string {
  const name = NAMES[event.key] ?? event.key.toLowerCase()
  const sign = name.length === 1 && !/[a-z0-9]/.test(name)
  return [event.ctrlKey || event.metaKey ? 'mod' : '', event.altKey ? 'alt' : '', event.shiftKey && !sign ? 'shift' : '', name]
    .filter(Boolean)
    .join('+')
}

const PRESSED = 'button,a,summary,[role=tab]'

/** Controls that Space presses when they have the focus. */
export const CONTROLS = `${PRESSED},[role=option],[role=combobox],[role=switch]`

const CHECKED = 'input[type=checkbox],input[type=radio]'

/** Elements with editable text. The last is the code editor's, where it uses no text area. */
const TEXT = 'input,textarea,[contenteditable=true],.native-edit-context'

/** Whether a focused element needs a key for itself. */
function taken(target: EventTarget | null, shortcut: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (isInLayer(target)) return true
  if (/^(shift\+)?f6$/.test(shortcut)) return false
  // A text field undoes its own input. A field without a draft has nothing to undo.
  if (/^mod\+(shift\+)?z$/.test(shortcut)) return target.closest(TEXT) !== null && !target.closest('[data-saved]')
  // Letters with Alt that have a shortcut don't type text; arrows with Alt move in the text.
  if (/^mod\+|^alt\+(shift\+)?(\w|page(up|down))$/.test(shortcut)) return false
  if (target.closest(`${TEXT},select`)) return true
  if (shortcut === 'space') return target.closest(CONTROLS) !== null
  if (/left|right|up|down|home|end/.test(shortcut))
    return target.closest('[role=tablist],[role=separator],[role=radiogroup],[role=combobox]') !== null
  return false
}

/** Whether a key may be that of a command that isn't loaded yet. The browser's own keys for the clipboard, a reload and its tools are not. */
const isOurs = ({ key, ctrlKey, metaKey }: KeyPress): boolean =>
  !/^(control|shift|alt|altgraph|meta|tab|dead|process|unidentified|f5|f11|f12)$/i.test(key) && !((ctrlKey || metaKey) && /^[acrvx]$/i.test(key))

/** Keys that scroll, move or press something without a command. */
const NATIVE = /^(shift\+)?(enter|space|esc|backspace|left|right|up|down|home|end|page(up|down))$/

/** Selects the text of the focused part if it is readable text, such as the log; never the whole window. */
function chooseText(focus: Element | null): void {
  if (focus?.matches('.scrolls[tabindex="0"]:not([role=listbox],[role=tree],:has(input,textarea))')) getSelection()?.selectAllChildren(focus)
}

/** Runs commands by their shortcuts, unless the focused element needs the key. Returns a function that removes the listener. */
export function listen(): () => void {
  // Checked before the key is handled, because the key may close an open layer.
  let layered = false
  const held = new HeldKeys({ text: TEXT, pressed: PRESSED, checked: CHECKED })
  const onPress = (event: KeyboardEvent): void => {
    layered = isLayerOpen()
    if (!isOurs(event) || !held.takes(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onKey = (event: KeyboardEvent): void => {
    const shortcut = shortcutOf(event)
    // A held key removes one thing, not those after it.
    if (event.repeat && shortcut === 'delete') return
    const focus = event.target instanceof Element ? event.target : null
    if (shortcut === 'mod+a' && !event.defaultPrevented && !focus?.closest(TEXT)) {
      event.preventDefault()
      return chooseText(focus)
    }
    if (event.defaultPrevented || taken(event.target, shortcut)) return
    if (shortcut === 'esc' && layered) return
    const find = (): Command | undefined =>
      registry.find((one) => one.shortcut === shortcut && (one.heard?.(focus) ?? true) && (one.when?.() ?? true))
    const found = find()
    if (!found && loading && isOurs(event)) {
      if (event.ctrlKey || event.metaKey || event.altKey || /^f\d/i.test(event.key)) event.preventDefault()
      const isRun = loading.all().then(() => void find()?.run())
      // Keys that scroll or press something have done so, and go on doing it.
      if (NATIVE.test(shortcut)) isRun.catch(() => undefined)
      else held.holdUntil(isRun)
    }
    if (!found || found.native) return
    event.preventDefault()
    void found.run()
    const shown = loading?.shown()
    if (shown) held.holdUntil(shown)
  }
  // After a click, the window keeps the keys: Space still plays and arrows still move in time. Dialogs, forms and entries of lists have their own keys.
  const onClick = (event: MouseEvent): void => {
    const { target } = event
    if (event.detail === 0 || !(target instanceof Element)) return
    const pressed = target.closest<HTMLElement>(PRESSED)
    if (
      pressed &&
      pressed === document.activeElement &&
      !pressed.closest('[role=dialog],form,.form-entry > summary') &&
      !pressed.hasAttribute('aria-haspopup')
    )
      pressed.blur()
  }
  window.addEventListener('keydown', onPress, true)
  window.addEventListener('keydown', onKey)
  window.addEventListener('click', onClick)
  return () => {
    window.removeEventListener('keydown', onPress, true)
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('click', onClick)
  }
}
