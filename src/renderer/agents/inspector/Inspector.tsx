import { useDeferredValue, useEffect, useMemo, useState, type ReactElement, useRef, type KeyboardEvent } from 'react'
import { cursorIndex, goTo, useSession, type Session } from '../../session'
import { command, run } from '../../ui/commands'
import { Blank, Keys, IconButton, Scroll, ActorToken } from '../../ui/Parts'
import { texts } from '../../ui/texts'
import { Compare } from './Compare'
import { openInspector, useInspector, onFocusSearch } from './state'
import { inspectorTexts as t } from './texts'
import { inspectedTurn, indexOf, nearest, type KnownTurns, TurnReader } from './turn-lines'
import { TurnView } from './Turn'
import { TurnListbox } from './TurnList'
import { X } from 'lucide-react'
import { nameOf } from '../../ui/names'
import { Pick } from '../../ui/Pick'
import { SearchField } from '../../ui/Field'
import { counted, count, dollars, sentTokens } from '../../ui/amounts'
import type { LivePart, LiveTurn } from '../../store/live'
import { hueOf } from '../../../shared/story/hues'
import { CallView, Input } from '../Call'
import { seatWords } from './words'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import '../agents.css'
import './inspector.css'
import './turn.css'

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
        <TurnListbox
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
        <TurnView id={inspected.kind === 'live' ? at : inspected.id} query={search} />
      )}
    </div>
  )
}

function Nothing(): ReactElement {
  const able = useSession(() => command('play').when?.() ?? true)
  return (
    <Blank
      title="No turns yet"
      action={
        <button type="button" className="push-button main" disabled={!able} onClick={() => run('play')}>
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

const otherBranch = ({ present, cursor, beats }: Session): string | undefined => {
  const branch = cursor === undefined ? undefined : beats.trackOf.get(cursor)?.branch
  return branch === present?.branch ? undefined : branch
}

function Finder({ shown, turns }: { shown: number; turns: KnownTurns }): ReactElement {
  const query = useInspector((s) => s.query)
  const branch = useSession(otherBranch)
  const input = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      onFocusSearch(() => {
        input.current?.focus()
        input.current?.select()
      }),
    []
  )
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      if (query === '') input.current?.blur()
      openInspector({ query: '' })
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault()
      document.getElementById('turn-list')?.focus()
    }
  }
  return (
    <div className="finder">
      <div className="finder-search">
        <SearchField
          ref={input}
          label={t.search}
          placeholder="Prompts, thoughts, calls"
          query={query}
          onQuery={(query) => openInspector({ query })}
          onKeyDown={onKey}
        />
        {query === '' ? (
          <Keys shortcut={command('turns.find').shortcut ?? ''} />
        ) : (
          <IconButton label="Clear the search" icon={<X size={14} />} small onClick={() => openInspector({ query: '' })} />
        )}
      </div>
      <div className="finder-line">
        <Seats />
        <output className="quiet numbers">
          {turns.waiting
            ? t.loading
            : `${shown === turns.lines.length ? counted(turns.lines.length, 'turn') : `${shown.toLocaleString('en')} of ${counted(turns.lines.length, 'turn')}`}${branch === undefined ? '' : ` on ${branch}`}`}
        </output>
      </div>
    </div>
  )
}

const ALL = ''

function Seats(): ReactElement {
  const seat = useInspector((s) => s.seat)
  const actors = useSession((s) => s.snapshot?.state.actors)
  const agents = useSession((s) => s.present?.table.agents)
  const seats = Object.keys(agents ?? {}).sort((a, b) => Number(b === 'DM') - Number(a === 'DM'))
  const items = [{ value: ALL, label: 'All seats' }, ...seats.map((who) => ({ value: who, label: nameOf(actors, who) }))]
  return (
    <Pick
      label={t.seat}
      items={items}
      value={seat ?? ALL}
      align="start"
      onPick={(picked) => openInspector({ seat: picked === ALL ? undefined : picked })}
    />
  )
}

/** The largest distance from the end, in px, at which the reader counts as being at the end. */
const END_DISTANCE_PX = 240

function PlayingTurn({ live: { who, seat, n, parts, usage } }: { live: LiveTurn }): ReactElement {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const end = useRef<HTMLDivElement>(null)
  const name = nameOf(actors, who)
  const length = parts.length === 0 ? 0 : JSON.stringify(parts.at(-1)).length + parts.length
  useEffect(() => {
    const box = end.current?.closest('.scrolls')
    // A user who scrolled up to read keeps their position.
    const near = box && box.scrollHeight - box.scrollTop - box.clientHeight < END_DISTANCE_PX
    if (near && length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [length])
  return (
    <section id="turn" className="turn live" aria-label={t.playing} tabIndex={-1}>
      <header className="turn-head">
        <ActorToken id={who} name={name} hue={hueOf(actors, who)} npc={who === 'DM'} size="large" />
        <div className="turn-title">
          <p className="panel-over numbers">{n === undefined ? t.playing : t.towards(n)}</p>
          <h2 className="beat-subject">{t.speaking(name)}</h2>
        </div>
      </header>
      <p className="turn-note quiet numbers">
        {[
          ...(seat ? [seatWords(seat)] : []),
          ...(usage ? [t.inOut(count(sentTokens(usage)), count(usage.output))] : []),
          ...(usage?.cost === undefined ? [] : [dollars(usage.cost)])
        ].join(' · ')}
      </p>
      <Scroll className="panel turn-panel" label={t.playing}>
        {parts.length === 0 && <p className="quiet">Waiting for the first word…</p>}
        {parts.map((part, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts only grow at the end
          <Part key={i} part={part} />
        ))}
        <div ref={end} />
      </Scroll>
    </section>
  )
}

function Part({ part }: { part: LivePart }): ReactElement {
  switch (part.kind) {
    case 'call':
      return <CallView call={part.call} />
    case 'draft':
      return (
        <div className="call unfinished">
          <p className="call-head">
            <b className="mono">{part.tool}</b> <span className="quiet">Draft</span>
          </p>
          <Input input={part.input} />
        </div>
      )
    case 'retry':
      return <p className="waited">{part.retry.words}</p>
    default:
      return (
        <div className={part.kind === 'thought' ? 'thought' : 'spoken'}>
          <h4>{part.kind === 'thought' ? t.thought : t.answer}</h4>
          <p>{part.text}</p>
        </div>
      )
  }
}

/** The pause in events before the newest turns are fetched, in ms. */
const TURNS_REST_MS = 120

/** Whether a turn may have ended between two states of the window. */
const moved = (now: Session, before: Session): boolean =>
  now.present?.head !== before.present?.head || now.present?.table.stopped !== before.present?.table.stopped || now.live.length < before.live.length

const elsewhere = ({ present, line }: Session): string | undefined => {
  const end = line.at(-1)?.id
  return end === present?.head ? undefined : end
}

/** The turns of the line at the cursor that contain `search` (all turns if it is empty), kept up to date while the table plays. */
function useTurns(search: string): KnownTurns & { again: () => void } {
  const story = useSession((s) => (s.present ? `${s.present.epoch} ${s.present.branch}` : ''))
  const along = useSession((s) => (s.cursor === undefined ? undefined : elsewhere(s)))
  const [turns, setTurns] = useState<KnownTurns>({ lines: [], waiting: true })
  const reader = useRef<TurnReader>(undefined)
  useEffect(() => {
    if (story === '') return undefined
    const ask = (limit: number, before?: string) =>
      api.turns.query({ limit, search, ...(before === undefined ? {} : { before }), ...(along === undefined ? {} : { along }) })
    const mine = new TurnReader(ask, setTurns, (error) => problemOf(error).message)
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = useSession.subscribe((now, before) => {
      if (!moved(now, before)) return
      clearTimeout(timer)
      timer = setTimeout(() => void mine.refresh(), TURNS_REST_MS)
    })
    void mine.readAll()
    reader.current = mine
    return () => {
      leave()
      clearTimeout(timer)
      mine.stop()
    }
  }, [story, search, along])
  return { ...turns, again: () => void reader.current?.readAll() }
}
