import { useMemo, useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { choose, onMap, openForm, useSession } from '../../session'
import { keyOf } from '../../store/renames'
import { run, shortcutOf } from '../../ui/commands'
import type { Line } from './Outline'
import type { Pick } from './OutlineRow'
import { soughtIn, stride, type Row } from './outline'
import { reachForm } from './reach'

/** How long letters that are typed belong together, in ms. */
const REST = 800

/** What keys of the tree alone do; elsewhere these are other commands or none. */
const DEEDS: Readonly<Record<string, string>> = {
  a: 'place.add',
  insert: 'place.add',
  'shift+insert': 'region.add',
  c: 'place.connect',
  m: 'place.move',
  f2: 'world.rename',
  delete: 'world.remove'
}

interface TreeKeys {
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  /** Chooses a row. */
  pick: (row: Row, how: Pick) => void
}

/** The keys of the outline: going through it as through any tree, typing to find, choosing several, and what can be done with the chosen. */
export function useTreeKeys(rows: readonly Row[], active: Line | undefined, page: () => number): TreeKeys {
  const typed = useRef({ text: '', at: 0 })
  const anchor = useRef<string>(undefined)
  const at = useMemo(() => rows.findIndex((row) => row === active), [rows, active])

  const alone = (row: Row | undefined): void => {
    if (!row) return
    anchor.current = row.key
    choose({ what: row.what, id: row.id })
  }
  const through = (to: number): void => {
    const began = rows.findIndex(({ key }) => key === anchor.current)
    const from = began < 0 ? Math.max(0, at) : began
    const [first, last] = [Math.min(from, to), Math.max(from, to)]
    const span = rows.slice(first, last + 1).filter(({ what }) => what === rows[to]?.what)
    choose(...(to < from ? span.toReversed() : span).map(({ what, id }) => ({ what, id })))
  }
  const too = (row: Row | undefined): void => {
    if (!row) return
    const { chosen } = useSession.getState().mapping
    const others = chosen.filter((one) => keyOf(one) !== row.key)
    choose(...others, ...(others.length < chosen.length && others.length > 0 ? [] : [{ what: row.what, id: row.id }]))
  }
  const pick = (row: Row, how: Pick): void => {
    if (how === 'alone') alone(row)
    else if (how === 'too') too(row)
    else through(rows.indexOf(row))
  }

  // By when keys were pressed, not by when they are answered: in a busy window letters of a word must not become commands.
  const isTyping = ({ timeStamp }: KeyboardEvent): boolean => typed.current.text !== '' && timeStamp - typed.current.at < REST
  const sought = (event: KeyboardEvent): void => {
    const text = isTyping(event) ? typed.current.text + event.key : event.key
    typed.current = { text, at: event.timeStamp }
    const found = soughtIn(rows, Math.max(0, at), text)
    if (found >= 0) alone(rows[found])
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    const shortcut = shortcutOf(event)
    // Time is left to the window.
    if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))) return
    // A name may go on with any sign, but a sign that is no letter begins none: digits show views, a full stop takes a step.
    if (key.length === 1 && !/[\p{L} ]/u.test(key) && !isTyping(event)) return
    const row = rows[at]
    const letter = key.length === 1 && (key !== ' ' || isTyping(event))
    const deed = letter && (isTyping(event) || key !== key.toLowerCase()) ? undefined : DEEDS[shortcut]
    if (deed !== undefined) run(deed)
    else if (key === 'Enter') {
      typed.current.text = ''
      if (row) {
        // At once, so that the next key already lands in the form.
        flushSync(() => openForm({ what: row.what, id: row.id }))
        reachForm()
      }
    } else if (letter) sought(event)
    else if (key !== ' ') {
      const found = stride(rows, at, key, page())
      if (!found) return
      typed.current.text = ''
      if (found.fold) onMap({ folds: { ...useSession.getState().mapping.folds, [found.fold.key]: found.fold.open } })
      if (found.to !== undefined) {
        if (event.shiftKey && key.startsWith('Arrow')) through(found.to)
        else alone(rows[found.to])
      }
    }
    event.preventDefault()
  }
  const onFocus = (): void => {
    if (at < 0 && useSession.getState().mapping.naming === undefined) alone(rows[0])
  }
  return { onKeyDown, onFocus, pick }
}
