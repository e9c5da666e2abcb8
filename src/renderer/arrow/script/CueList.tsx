/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a list of options beside a text that keeps the focus */
import { useEffect, useRef, type ReactElement } from 'react'
import type { CueChoice } from './cue-words'
import { scriptTexts as t } from './script-texts'

interface CueListProps {
  id: string
  choices: readonly CueChoice[]
  active: number
  onPick: (choice: CueChoice) => void
}

/** The list of possible speakers below a text or a cue. Its field handles the keys. */
export function CueList({ id, choices, active, onPick }: CueListProps): ReactElement {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: Chromium's scrollIntoView returns a promise, which is no cleanup.
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} className="cue-list" role="listbox" aria-label={t.chooseCue}>
      {choices.map((choice, k) => (
        <div
          key={choice.key}
          id={`${id}-${k}`}
          role="option"
          tabIndex={-1}
          aria-selected={k === active}
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(choice)
          }}
        >
          <span className="cue-dot" style={choice.color === undefined ? undefined : { background: `#${choice.color}` }} aria-hidden="true" />
          {choice.label}
        </div>
      ))}
    </div>
  )
}

/** The index in a list after a key press; undefined for other keys. */
export function listStep(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active - 1 + count) % count
  return undefined
}
