import { ArrowLeft } from 'lucide-react'
import { useCallback, type ReactElement } from 'react'
import type { Mark } from '../../../shared/analysis/chronicle'
import type { Context } from '../../../shared/table/turns'
import { goTo, useSession } from '../../session'
import { useSubject } from '../../subjects'
import { hueOf } from '../../../shared/story/hues'
import { nameOf } from '../../ui/names'
import { Button, LinkButton, Scroll, ActorToken } from '../../ui/Parts'
import { Query, useQuery } from '../../ui/Query'
import { CallView, PanelSection, BeatChanges, Rolls } from '../Call'
import { switchBranch } from '../../branch-operations'
import { askTurnContext, askTurn, askBeat, type TurnSubject } from './queries'
import { Differences } from './ChangesTab'
import { TurnFacts } from './Facts'
import { openInspector } from './state'
import { AnswerTab } from './AnswerTab'
import { inspectorTexts as t } from './texts'
import { texts } from '../../ui/texts'
import { beatTexts } from '../texts'

/** Ends the comparison, even if the cursor stays at its beat. */
const leave = (then?: () => void): void => {
  openInspector({ pair: undefined })
  then?.()
}

/** Two turns from the same commit side by side: their usage, answers, calls and outcomes, and the differences between their contexts. */
export function Compare({ pair }: { pair: readonly [string, string] }): ReactElement {
  const one = useSession((s) => s.beats.byId.get(pair[0]))
  const other = useSession((s) => s.beats.byId.get(pair[1]))
  return (
    <section id="turn" className="turn compare" aria-label={t.compareTitle} tabIndex={-1}>
      <header className="turn-head">
        <h2 className="beat-subject">{t.compareTitle}</h2>
        <div className="turn-tools">
          <Button icon={<ArrowLeft size={13} />} label="Back to the turn" small onClick={() => leave()} />
        </div>
      </header>
      <Scroll className="panel compare-panel" label={t.compareTitle}>
        <div className="columns">
          {one && <Column beat={one} />}
          {other && <Column beat={other} />}
        </div>
        {one && other && (
          <PanelSection title="Changes in context">
            <Otherwise one={one} other={other} />
          </PanelSection>
        )}
      </Scroll>
    </section>
  )
}

function Column({ beat }: { beat: Mark }): ReactElement {
  const subject = useSubject(beat)
  const asked = useQuery('turn', beat.id, askTurn)
  const actors = useSession((s) => s.snapshot?.state.actors)
  const branch = useSession((s) => s.beats.trackOf.get(beat.id)?.branch)
  const current = useSession((s) => s.present?.branch)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  return (
    <article aria-busy={asked.waiting}>
      <header className="turn-head">
        <ActorToken id={beat.actor} name={nameOf(actors, beat.actor)} hue={hueOf(actors, beat.actor)} npc={beat.actor === 'DM'} />
        <div className="turn-title">
          <p className="panel-over numbers">
            {t.beat(beat.n)} · <span className="mono">{branch}</span>
          </p>
          <h3 className="beat-subject">{subject}</h3>
          <p className="compare-ways">
            <LinkButton label="Go to this beat" onClick={() => leave(() => goTo(beat.id))} />
            {branch !== undefined && branch !== current && (
              <LinkButton label="Continue on this branch" disabled={readOnly} onClick={() => leave(() => void switchBranch(branch))} />
            )}
          </p>
        </div>
      </header>
      <Query {...asked} waits={t.reading}>
        {({ record }) =>
          record ? (
            <>
              <TurnFacts record={record} />
              <PanelSection title={t.tabs.said}>
                <AnswerTab record={record} query="" />
              </PanelSection>
              <PanelSection title={t.tabs.did}>
                {record.calls.length === 0 && <p className="quiet">{t.noCalls}</p>}
                {record.calls.map((call, i) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a record does not change
                  <CallView key={i} call={call} />
                ))}
              </PanelSection>
            </>
          ) : (
            <p className="quiet">{t.notRecorded}</p>
          )
        }
      </Query>
      <Outcome commit={beat.id} />
    </article>
  )
}

function Otherwise({ one, other }: { one: Mark; other: Mark }): ReactElement {
  const ask = useCallback(
    (_: string, __: string, signal: AbortSignal): Promise<[Context, Context]> =>
      Promise.all([one, other].map(async (beat) => (await askTurnContext(beat.actor, beat.id, beat.parent ?? '', signal)).context)) as Promise<
        [Context, Context]
      >,
    [one, other]
  )
  const asked = useQuery(one.id, other.id, ask)
  return (
    <Query {...asked} waits={t.comparing}>
      {([before, after]) => <Differences before={before} after={after} />}
    </Query>
  )
}

/** Every call of a turn with its input and result, and its outcome: dice and changes. */
export function CallsTab({ beat, record }: Pick<TurnSubject, 'beat' | 'record'>): ReactElement {
  return (
    <>
      {record?.calls.map((call, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a record does not change
        <CallView key={i} call={call} at={beat?.parent} />
      ))}
      {record?.calls.length === 0 && <p className="quiet">{t.noCalls}</p>}
      {beat ? <Outcome commit={beat.id} /> : <p className="quiet">The call did not finish and changed nothing.</p>}
    </>
  )
}

function Outcome({ commit }: { commit: string }): ReactElement {
  const asked = useQuery('beat', commit, askBeat)
  return (
    <div aria-busy={asked.waiting}>
      <Query {...asked} waits={texts.loading}>
        {({ beat, changes }) => (
          <>
            {beat.rolls.length > 0 && (
              <PanelSection title={beatTexts.rolls}>
                <Rolls rolls={beat.rolls} />
              </PanelSection>
            )}
            <PanelSection title={beatTexts.changes}>
              <BeatChanges changes={changes} />
            </PanelSection>
          </>
        )}
      </Query>
    </div>
  )
}
