import { Play, Square, Download } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import type { QueryResult } from '../../shared/lab/report'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { showProblem } from '../session'
import { span } from '../ui/amounts'
import { isPointed } from '../ui/keep-focus'
import { Blank, Button, Disclosure, IconButton, Scroll } from '../ui/Parts'
import { csvText } from '../../shared/lab/share-words'
import { saveResult } from './save'
import { openSession, runOf, useLab } from './state'
import { VirtualTable } from './VirtualTable'

type Schema = Awaited<ReturnType<typeof api.labSchema.query>>
const EXAMPLE = 'select ending, count(*) as sessions, median(beats) as beats\nfrom session group by ending order by sessions desc'

/** A query in SQL about the current run, with the tables beside it. */
export function QueryBox(): ReactElement {
  const run = useLab((s) => runOf(s)?.id)
  if (run === undefined) return <Blank title="No run is selected">Its results can be queried here with SQL.</Blank>
  return <Box key={run} run={run} />
}

function Box({ run }: { run: string }): ReactElement {
  const sql = useLab((s) => s.sql)
  const field = useRef<HTMLTextAreaElement>(null)
  const { result, problem, isRunning, start, cancel } = useSqlQuery(run)
  useLayoutEffect(() => {
    // After a click on its tab the field has the keys; arrows go on among the tabs.
    if (isPointed() && document.activeElement?.matches('[role=tab]')) field.current?.focus()
  }, [])
  const insert = (name: string): void => {
    field.current?.focus()
    // Undo in the field takes it back.
    document.execCommand('insertText', false, name)
  }
  const begin = (): void => start(sql.trim() === '' ? EXAMPLE : sql)
  return (
    <section className="lab-query" aria-label="Query">
      <textarea
        ref={field}
        className="field-input mono lab-sql scrolls"
        aria-label="Query in SQL"
        placeholder={EXAMPLE}
        spellCheck={false}
        rows={5}
        value={sql}
        onChange={({ target }) => useLab.set({ sql: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          begin()
        }}
      />
      <div className="lab-bar">
        <output className="quiet numbers">{isRunning ? 'Asking…' : result ? resultWords(result) : ''}</output>
        {result && !isRunning && (
          <IconButton
            label="Save the answer as CSV"
            tip
            small
            icon={<Download size={14} />}
            onClick={() => void saveResult('query', 'csv', csvText([result.columns.map(({ name }) => name), ...result.rows]))}
          />
        )}
        {isRunning ? (
          <Button icon={<Square size={13} />} label="Cancel" small onClick={cancel} />
        ) : (
          <Button icon={<Play size={13} />} label="Run query" small shortcut="mod+enter" onClick={begin} />
        )}
      </div>
      {problem !== undefined && (
        <p className="fault lab-query-fault" role="alert">
          {problem}
        </p>
      )}
      {result && <Answer result={result} />}
      <SchemaList onInsert={insert} />
    </section>
  )
}

const resultWords = ({ rows, more, ms }: QueryResult): string =>
  `${more ? 'The first ' : ''}${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'row' : 'rows'}, ${span(ms)}`

/** One query at a time; another one cancels it. */
function useSqlQuery(run: string): { result?: QueryResult; problem?: string; isRunning: boolean; start: (sql: string) => void; cancel: () => void } {
  const [known, setKnown] = useState<{ result?: QueryResult; problem?: string; isRunning: boolean }>({ isRunning: false })
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const cancel = (): void => {
    stop.current?.abort()
    setKnown((now) => ({ ...now, isRunning: false }))
  }
  const start = (sql: string): void => {
    stop.current?.abort()
    const { signal } = (stop.current = new AbortController())
    setKnown(({ result }) => ({ ...(result ? { result } : {}), isRunning: true }))
    api.labQuery.query({ run, sql }, { signal }).then(
      (result) => !signal.aborted && setKnown({ result, isRunning: false }),
      (error: unknown) => !signal.aborted && setKnown({ problem: problemOf(error).message, isRunning: false })
    )
  }
  return { ...known, start, cancel }
}

/** The answer as a table. A row with a session leads to it, at its beat if it has one. */
function Answer({ result: { columns, rows } }: { result: QueryResult }): ReactElement {
  const [at, setAt] = useState(-1)
  const column = (name: string): number => columns.findIndex((one) => one.name === name)
  const [session, beat] = [column('session'), column('beat')]
  const numberAt = (index: number, of: number): number | undefined => {
    const value = rows[index]?.[of]
    return typeof value === 'number' ? value : undefined
  }
  if (rows.length === 0) return <p className="quiet lab-waits">No row matches.</p>
  const isNumber = (i: number): boolean => rows.some((row) => typeof row[i] === 'number')
  return (
    <>
      {session >= 0 && <p className="quiet lab-hint">Enter opens the session of a row.</p>}
      <VirtualTable
        label="Answer"
        columns={columns.map(({ name }, i) => ({
          label: name,
          width: isNumber(i) ? 72 : 112,
          isWide: !isNumber(i),
          isNumber: isNumber(i)
        }))}
        count={rows.length}
        at={at < rows.length ? at : -1}
        onAt={setAt}
        onOpen={(index) => {
          const number = numberAt(index, session)
          if (number !== undefined) void openSession(number, numberAt(index, beat))
        }}
        cellsOf={(index) =>
          rows[index]?.map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(Number(cell.toPrecision(12))) : String(cell)))
        }
      />
    </>
  )
}

let schema: Promise<Schema> | undefined

/** The tables and their columns. A press writes a name into the query. */
function SchemaList({ onInsert }: { onInsert: (name: string) => void }): ReactElement {
  const [tables, setTables] = useState<Schema>([])
  useEffect(() => {
    schema ??= api.labSchema.query()
    schema.then(setTables, (error: unknown) => {
      schema = undefined
      showProblem(error)
    })
  }, [])
  return (
    <Scroll className="lab-schema" label="Tables of the results">
      {tables.map(({ table, about, columns }) => (
        <Disclosure
          key={table}
          title={
            <>
              <code>{table}</code> <span className="quiet">{about}</span>
            </>
          }
        >
          <ul>
            {columns.map(({ name, type, about: what }) => (
              <li key={name}>
                <button type="button" className="link mono" onClick={() => onInsert(name)}>
                  {name}
                </button>{' '}
                <span className="quiet">
                  {type.toLowerCase()} – {what}
                </span>
              </li>
            ))}
          </ul>
        </Disclosure>
      ))}
    </Scroll>
  )
}
