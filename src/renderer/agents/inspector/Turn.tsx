import { Tabs } from '@base-ui/react/tabs'
import { Copy, RotateCcw, Columns2 } from 'lucide-react'
import { useState, type ReactElement, useMemo } from 'react'
import { isPlayed } from '../../../shared/story/beat-kinds'
import { own } from '../../../shared/base/json'
import type { Mark } from '../../../shared/analysis/chronicle'
import { turnId } from '../../../shared/table/turn-id'
import { RulingButton } from '../../files/RulingButton'
import { notify, showProblem, useSession } from '../../session'
import { useSubject } from '../../subjects'
import { hueOf } from '../../../shared/story/hues'
import { nameOf } from '../../ui/names'
import { Blank, Button, Scroll, ActorToken } from '../../ui/Parts'
import { Query, useQuery } from '../../ui/Query'
import { askContext, askTurn, type TurnSubject, type TurnAnswer } from './queries'
import { PlanTab } from './PlanTab'
import { ChangesTab } from './ChangesTab'
import { CallsTab } from './Compare'
import { TurnFacts } from './Facts'
import { openInspector, useInspector, type TurnTab } from './state'
import { RerunDialog } from './Rerun'
import { AnswerTab } from './AnswerTab'
import { inspectorTexts as t } from './texts'
import { ContextTab } from './ContextTab'
import { UnavailableTab } from './UnavailableTab'
import { alsoPlayed } from './turn-lines'

const TABS: readonly TurnTab[] = ['told', 'said', 'plan', 'did', 'withheld', 'changed']

/** One turn: its context, answers, calls, unavailable actions, and the changes in its context. `id` is a beat's commit or a turn's own id. */
export function TurnView({ id, query }: { id: string; query: string }): ReactElement {
  const asked = useQuery('turn', id, askTurn)
  return (
    <section id="turn" className="turn" aria-label="Turn" aria-busy={asked.waiting} tabIndex={-1}>
      <Query {...asked} waits={t.reading}>
        {(answer) => <Answered {...answer} query={query} />}
      </Query>
    </section>
  )
}

function Answered({ id, record, query }: TurnAnswer & { query: string }): ReactElement {
  const beat = useSession((s) => s.beats.byId.get(record?.beat ?? id))
  const known = useSession((s) => s.snapshot?.state.actors)
  const seated = beat !== undefined && isPlayed(beat.kind) && (beat.actor === 'DM' || own(known, beat.actor) !== undefined)
  if (record) return <Whole who={record.who} parent={record.parent} n={record.n} beat={beat} record={record} query={query} />
  if (seated && beat.parent !== undefined) return <Whole who={beat.actor} parent={beat.parent} n={beat.n} beat={beat} query={query} />
  return <Blank title="No agent played this beat">Select a turn from the list.</Blank>
}

function Whole({ query, ...subject }: TurnSubject & { query: string }): ReactElement {
  const { who, n, beat, record } = subject
  const words = useSubject(beat)
  const wanted = useInspector((s) => s.tab)
  const hasPlan = record?.plan !== undefined
  const tabs = TABS.filter((one) => one !== 'plan' || hasPlan)
  const tab = tabs.includes(wanted) ? wanted : 'did'
  const actors = useSession((s) => s.snapshot?.state.actors)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  const [rerun, setRerun] = useState(false)
  const name = nameOf(actors, who)
  const turn = beat?.id ?? (record && turnId(record))
  const counts: Partial<Record<TurnTab, number>> = record
    ? { said: record.exchanges.length || (record.reasons?.length ?? 0), did: record.calls.length }
    : {}
  return (
    <>
      <header className="turn-head">
        <ActorToken id={who} name={name} hue={hueOf(actors, who)} npc={who === 'DM'} size="large" />
        <div className="turn-title">
          <p className="panel-over numbers">
            <span className={`hue-${hueOf(actors, who)} hued`}>{name}</span> · {beat ? t.beat(n) : t.towards(n)}
          </p>
          <h2 className="beat-subject">{(beat ? words : record?.problem) ?? t.brokenOff}</h2>
        </div>
        <div className="turn-tools">
          {beat && <RulingButton commit={beat.id} />}
          <Button icon={<Copy size={13} />} label="Copy as JSON" small onClick={() => void copy(subject)} />
          {turn !== undefined && (
            <Button icon={<RotateCcw size={13} />} label="Run turn again…" small disabled={readOnly} onClick={() => setRerun(true)} />
          )}
        </div>
      </header>
      {record ? <TurnFacts record={record} /> : <p className="turn-note quiet">{t.notRecorded}</p>}
      {beat && record?.problem !== undefined && <p className="turn-note turn-bad">{record.problem}</p>}
      {beat && <Siblings beat={beat} />}
      <Tabs.Root className="turn-parts" value={tab} onValueChange={(value: TurnTab) => openInspector({ tab: value })}>
        <Tabs.List className="side-tabs" activateOnFocus>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} className="side-tab">
              {t.tabs[one]}
              {(counts[one] ?? 0) > 0 && <span className="turn-tab-count numbers">{counts[one]}</span>}
            </Tabs.Tab>
          ))}
          <Tabs.Indicator className="side-indicator" />
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one} className="side-panel" tabIndex={-1}>
            {one === tab && (
              <Scroll className="panel turn-panel" label={t.tabs[one]}>
                <Body tab={tab} query={query} {...subject} />
              </Scroll>
            )}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
      {rerun && turn !== undefined && <RerunDialog n={n} beat={beat} turn={turn} seat={record?.seat} onClose={() => setRerun(false)} />}
    </>
  )
}

function Body({ tab, query, ...subject }: TurnSubject & { tab: TurnTab; query: string }): ReactElement {
  switch (tab) {
    case 'told':
      return <ContextTab {...subject} query={query} />
    case 'said':
      return <AnswerTab record={subject.record} query={query} />
    case 'plan':
      return <PlanTab events={subject.record?.plan ?? []} />
    case 'did':
      return <CallsTab beat={subject.beat} record={subject.record} />
    case 'withheld':
      return <UnavailableTab who={subject.who} parent={subject.parent} />
    default:
      return <ChangesTab {...subject} />
  }
}

/** Copies everything about a turn to the clipboard; assembles the prompt of a turn without a recorded one first. */
async function copy({ who, parent, beat, record }: TurnSubject): Promise<void> {
  try {
    const context = record?.context ?? (await askContext(who, parent))
    await navigator.clipboard.writeText(JSON.stringify({ ...(record ?? { beat: beat?.id, parent, who }), context }, null, 2))
    notify('Copied the turn to the clipboard.')
  } catch (error) {
    showProblem(
      error instanceof DOMException ? new Error('Couldn’t write to the clipboard. Click into the window, then press Copy as JSON again.') : error
    )
  }
}

function Siblings({ beat }: { beat: Mark }): ReactElement | null {
  const beats = useSession((s) => s.beats)
  const others = useMemo(() => alsoPlayed(beats, beat).slice(0, 6), [beats, beat])
  if (others.length === 0) return null
  return (
    <p className="turn-note also">
      <span className="quiet">Also played from here</span>
      {others.map((other) => (
        <Button
          icon={<Columns2 size={13} />}
          label={`Compare with beat ${other.n} of ${beats.trackOf.get(other.id)?.branch ?? 'this branch'}`}
          small
          key={other.id}
          onClick={() => openInspector({ pair: [beat.id, other.id] })}
        />
      ))}
    </p>
  )
}
