import { ExternalLink } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { CONTINUE_LIMITS } from '../../shared/lab/limits'
import type { LabFilter, ListedSession } from '../../shared/lab/report'
import { ENDINGS } from '../../shared/lab/rows'
import { figures } from '../../shared/words/figures'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { notify } from '../session'
import { counted } from '../ui/amounts'
import { Blank, Button, RetryBlank } from '../ui/Parts'
import { selectedAfter, type Selecting } from '../ui/row-selection'
import { askToContinue } from './continue-state'
import { expectSession, filterOf, openSession, reportedOf, runOf, useLab } from './state'
import { VirtualTable } from './VirtualTable'

type Order = { by: 'session' | 'ending' | 'beats' | 'scenes' | 'minutes' | 'stuck' | 'refused' | 'repeated'; descending: boolean }

const COLUMNS = [
  { by: 'session', label: 'Session', width: 60 },
  { by: 'ending', label: 'Ending', width: 150, isWide: true },
  { by: 'beats', label: 'Beats', width: 44 },
  { by: 'scenes', label: 'Scenes', width: 48 },
  { by: 'minutes', label: 'Minutes', width: 56, isSpare: true },
  { by: 'stuck', label: 'Stuck', width: 44, isSpare: true },
  { by: 'refused', label: 'Refused', width: 54, isSpare: true },
  { by: 'repeated', label: 'Again', width: 44, isSpare: true }
] as const satisfies readonly { by: Order['by']; label: string; width: number; isWide?: true; isSpare?: true }[]

/** The sessions of the current run that pass the filter. Each opens as a branch. */
export function Sessions(): ReactElement {
  const run = useLab(runOf)
  const chips = useLab((s) => s.chips)
  const reported = useLab((s) => (run ? reportedOf(run, s) : 0))
  if (!run) return <Blank title="No run is selected">Its sessions are listed here, and each opens as a branch.</Blank>
  if (reported === 0) return <p className="quiet lab-waits">No session is done yet.</p>
  return <List key={run.id} run={run.id} chips={chips} reported={reported} />
}

function List({ run, chips, reported }: { run: string; chips: ReturnType<typeof useLab.get>['chips']; reported: number }): ReactElement {
  const [order, setOrder] = useState<Order>({ by: 'session', descending: false })
  const [chosen, setChosen] = useState<{ of: string; rows: readonly number[] }>({ of: '', rows: [] })
  const anchor = useRef<number>(undefined)
  const filter = useMemo(() => filterOf(chips), [chips])
  const { isRead, rows, of, problem, view, again } = useSessions(run, filter, order, reported)
  const columns = COLUMNS.map(({ by, ...column }) => ({
    ...column,
    isNumber: by !== 'ending',
    sort: {
      order: order.by !== by ? undefined : order.descending ? ('descending' as const) : ('ascending' as const),
      // Of most numbers the largest are looked for.
      onSort: () => setOrder({ by, descending: order.by === by ? !order.descending : by !== 'session' && by !== 'ending' })
    }
  }))
  const open = (index: number): void => {
    const row = rows.get(index)
    if (row) void openSession(row.session, row.at)
  }
  if (problem !== undefined) return <RetryBlank title="Couldn’t read the sessions" problem={problem} again={again} />
  // Rows are selected by their places, which another filter or order changes.
  const key = JSON.stringify([filter, order])
  const shown = chosen.of === key ? chosen.rows.filter((index) => index < of) : []
  const current = shown.at(-1) ?? -1
  const row = rows.get(current)
  const selected = shown.flatMap((index) => rows.get(index) ?? [])
  const all = (): number[] => Array.from({ length: of }, (_, index) => index)
  const choose = (index: number, how: Selecting): void => {
    if (how !== 'range') anchor.current = index
    expectSession(rows.get(index)?.session)
    setChosen({ of: key, rows: selectedAfter(how === 'range' ? all() : [], shown, index, how, anchor.current ?? current) })
  }
  const askToContinueThese = (): void => {
    if (selected.length < shown.length || selected.length > CONTINUE_LIMITS.sessions)
      return notify(`Models continue at most ${CONTINUE_LIMITS.sessions} sessions at once. Select fewer.`)
    askToContinue({ run, sessions: selected.map(({ session, at, beats }) => ({ session, from: at > 0 ? at : Math.floor(beats / 2) })) })
  }
  return (
    <section className="lab-sessions" aria-label="Sessions">
      <header className="lab-bar">
        <output className="quiet numbers">
          {shown.length > 1 ? `${figures(shown.length)} of ${counted(of, 'session')} selected` : counted(of, 'session')}
        </output>
        <Button
          icon={<ExternalLink size={14} />}
          label={row && row.at > 0 ? `Open at beat ${figures(row.at)}` : 'Open'}
          small
          shortcut="enter"
          disabled={!row || shown.length > 1}
          onClick={() => open(current)}
        />
        <Button label="Continue with models…" small disabled={shown.length === 0} onClick={askToContinueThese} />
      </header>
      {of === 0 ? (
        <p className="quiet lab-waits">{isRead ? 'No session passes the filter.' : 'Reading the sessions…'}</p>
      ) : (
        <VirtualTable
          label="Sessions that pass the filter"
          columns={columns}
          count={of}
          at={current}
          chosen={new Set(shown)}
          onAt={choose}
          onAll={() => setChosen({ of: key, rows: [...all().filter((index) => index !== current), ...(current < 0 ? [] : [current])] })}
          onOpen={open}
          onView={view}
          cellsOf={(index) => {
            const one = rows.get(index)
            return one && COLUMNS.map(({ by }) => (by === 'ending' ? ENDINGS[one.ending] : figures(Math.round(one[by]))))
          }}
        />
      )}
    </section>
  )
}

interface Known {
  key: string
  of: number
  rows: ReadonlyMap<number, ListedSession>
  problem?: string
}

/** The sessions of a page. */
const PAGE = 100

/** The sessions of a run in an order, fetched in pages as they come into view. Those of another filter or order stay until the first page is there. */
function useSessions(
  run: string,
  filter: LabFilter,
  order: Order,
  reported: number
): Omit<Known, 'key'> & { isRead: boolean; view: (from: number, to: number) => void; again: () => void } {
  const [known, setKnown] = useState<Known>({ key: '', of: 0, rows: new Map() })
  const [tries, setTries] = useState(0)
  const key = JSON.stringify([run, filter, order, reported, tries])
  const asked = useRef({ key: '', pages: new Set<number>() })
  const ask = useCallback(
    (page: number): void => {
      if (asked.current.key !== key) asked.current = { key, pages: new Set() }
      if (asked.current.pages.has(page)) return
      asked.current.pages.add(page)
      api.labSessions.query({ run, filter, ...order, from: page * PAGE, count: PAGE }).then(
        ({ sessions, of }) => {
          if (asked.current.key !== key) return
          setKnown((before) => {
            const rows = new Map(before.key === key ? before.rows : [])
            for (const [i, session] of sessions.entries()) rows.set(page * PAGE + i, session)
            return { key, of, rows }
          })
        },
        (error: unknown) => asked.current.key === key && setKnown({ key, of: 0, rows: new Map(), problem: problemOf(error).message })
      )
    },
    [key, run, filter, order]
  )
  useEffect(() => ask(0), [ask])
  const view = useCallback(
    (from: number, to: number): void => {
      for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page++) ask(page)
    },
    [ask]
  )
  return { ...known, isRead: known.key !== '', view, again: () => setTries(tries + 1) }
}
