import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { updateMap } from '../../../session'
import { addPlace, addRegion, rename } from '../edit-world'
import type { Line } from './WorldOutline'
import { focusOutline } from '../focus'
import { editTexts } from '../texts'

const t = editTexts.outline.nameOf

/** The row of the outline in which a new item is named or an old one renamed. Enter saves, Esc cancels. */
export function NameRow({ line, top }: { line: Line; top: number }): ReactElement {
  const old = 'naming' in line ? '' : line.label
  const [name, setName] = useState(old)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => input.current?.select(), [])
  const leave = (): void => {
    done.current = true
    updateMap({ naming: undefined })
  }
  const save = (): void => {
    if (done.current) return
    leave()
    const trimmed = name.trim()
    if (trimmed === '' || trimmed === old) return
    if (!('naming' in line)) void rename(line, trimmed)
    else if (line.naming === 'region') void addRegion(trimmed)
    else void addPlace(trimmed, line.key.slice('+place:'.length) || undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') save()
    else leave()
    focusOutline()
  }
  return (
    <div
      className="outline-row naming"
      role="treeitem"
      aria-level={line.level}
      aria-selected="false"
      tabIndex={-1}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 22 + 16 * (line.level - 1) }}
    >
      <input
        ref={input}
        className="input"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by a key or a button
        autoFocus
        aria-label={'naming' in line ? t[line.naming] : t.rename}
        value={name}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
    </div>
  )
}
