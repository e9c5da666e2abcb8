import { useDeferredValue, useEffect, useMemo, useState, type ReactElement } from 'react'
import { cursorIndex, goTo, useSession } from '../../session'
import { command, run } from '../../ui/commands'
import { Blank, Keys } from '../../ui/Parts'
import { texts } from '../../ui/texts'
import '../agents.css'
import { Compare } from './Compare'
import { Finder } from './Finder'
import { openInspector, useInspector } from './state'
import { inspectorTexts as t } from './texts'
import './inspector.css'
import { inspectedTurn, indexOf, nearest } from './turn-lines'
import { PlayingTurn } from './PlayingTurn'
import { Turn } from './Turn'
import { TurnList } from './TurnList'
import './turn.css'
import { useTurns } from './turns'

/** The pause in typing before a search queries the core, in ms. */
const REST_MS = 180

/** Every turn of the table: the list on the left, and beside it one turn with its context, its answers and its calls. */
export function Inspector(): ReactElement {
  const { query, seat, selection, pair } = useInspector((s) => s)
  const search = useRested(query.trim())
  const turns = useTurns(search)
  const head = useSession((s) => s.present?.head ?? '')
  const cursor = useSession((s) => s.cursor)
  const live = useSession((s) => s.live.find(({ who }) => seat === undefined || who === seat))
  const n = useSession((s) => s.line[cursorIndex(s)]?.n ?? 0)
  const at = cursor ?? head
  const inspected = inspectedTurn(at, cursor === undefined, live !== undefined, selection)
  const lines = useMemo(() => (seat === undefined ? turns.lines : turns.lines.filter(({ who }) => who === seat)), [turns.lines, seat])
  const playing = search === '' ? live : undefined
  const index = inspected.kind === 'live' && !playing ? -1 : indexOf(lines, inspected)

  const choose = (to: number): void => {
    const line = lines[to]
    if (!line && !playing) return
    goTo(line && (line.beat ?? line.parent))
    if (!line) openInspector({ selection: { kind: 'live', at: head }, pair: undefined })
    else if (line.beat === undefined) openInspector({ selection: { kind: 'turn', id: line.id, at: line.parent }, pair: undefined })
    else openInspector({ selection: { kind: 'head', at: line.beat }, pair: undefined })
  }

  if (turns.lines.length === 0 && search === '' && !live && !turns.waiting && turns.problem === undefined) return <Nothing />
  return (
    <div className="inspector">
      <h1 className="unseen">{t.title}</h1>
      <section className="turns" aria-label={t.list}>
        <Finder shown={lines.length} turns={turns} />
        <TurnList
          turns={turns}
          lines={lines}
          playing={playing}
          index={index >= 0 ? index : nearest(lines, n)}
          exact={index >= 0}
          query={search}
          onChoose={choose}
        />
      </section>
      {pair ? (
        <Compare pair={pair} />
      ) : inspected.kind === 'live' && live ? (
        <PlayingTurn live={live} />
      ) : (
        <Turn id={inspected.kind === 'live' ? at : inspected.id} query={search} />
      )}
    </div>
  )
}

/** Shown before the first turn: explains the view and how to begin. */
function Nothing(): ReactElement {
  const able = useSession(() => command('play').when?.() ?? true)
  return (
    <Blank
      title="No turns yet"
      action={
        <button type="button" className="button main" disabled={!able} onClick={() => run('play')}>
          {texts.play} <Keys shortcut={command('play').shortcut ?? ''} />
        </button>
      }
    >
      This list shows every turn of the table: its context, its answer and its calls.
    </Blank>
  )
}

/** A value after it has stopped changing for REST_MS; an empty value immediately. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return useDeferredValue(rested)
}
