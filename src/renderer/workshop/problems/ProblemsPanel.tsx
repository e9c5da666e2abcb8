import { useMemo, useRef, type KeyboardEvent, type ReactElement } from 'react'
import type { FileProblem } from '../../../shared/contract/language-calls'
import { openAt } from '../../files/open-at'
import { Checkbox } from '../../ui/Field'
import { Blank, Button } from '../../ui/Parts'
import { Pages } from '../../ui/Pages'
import { applyFix } from './fix'
import { problemsByFile, useProblems } from './state'
import './problems.css'

const t = { levels: { error: 'Error', warning: 'Warning', info: 'Note' } } as const

/** All problems in the files, by file, with their fixes. */
export default function ProblemsPanel(): ReactElement {
  const state = useProblems((s) => s)
  const files = useMemo(() => problemsByFile(state), [state])
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.workshop-problem') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    if (by === undefined || at < 0) return
    event.preventDefault()
    rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus()
  }
  return (
    <div className="workshop-problems" ref={list} role="presentation" onKeyDown={move}>
      <header>
        <output className="quiet">
          {state.phase === 'asking'
            ? 'Checking…'
            : state.phase === 'glanced'
              ? 'Checking for problems that appear only when rules run…'
              : 'Arrows move, Enter opens the place, Ctrl+. offers the quick fixes.'}
        </output>
        <Checkbox label="Show findings that may be intentional" checked={state.withNotes} onChange={(withNotes) => useProblems.set({ withNotes })} />
      </header>
      {state.failure !== undefined ? (
        <Blank title="Couldn’t check the files">{state.failure}</Blank>
      ) : files.length === 0 && state.phase !== 'asking' ? (
        <Blank title="No problems">Neither the saved files nor your drafts have problems.</Blank>
      ) : (
        <Pages
          items={files}
          renderRow={([path, problems]) => (
            <>
              <h3 className="mono">{`${path} (${problems.length})`}</h3>
              <ul>
                {problems.map((one, i) => (
                  <li key={i}>
                    <Row problem={one} />
                  </li>
                ))}
              </ul>
            </>
          )}
        />
      )}
    </div>
  )
}

function Row({ problem }: { problem: FileProblem }): ReactElement {
  const { path, line, column, message, level, fixes } = problem
  const open = (): void => openAt(path, line, column)
  return (
    <div className="workshop-problem-row">
      <button
        type="button"
        className={`workshop-problem ${level}`}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.parentElement?.querySelector<HTMLElement>('.workshop-fix')?.focus()
        }}
      >
        <span className="unseen">{t.levels[level]}</span>
        <span className="workshop-level" aria-hidden="true" />
        <span>{message}</span>
        <span className="numbers quiet">{`${line}:${column}`}</span>
      </button>
      {fixes.map((fix) => (
        <Button label={fix.title} small className="workshop-fix" key={fix.title} onClick={() => void applyFix(fix)} />
      ))}
    </div>
  )
}
