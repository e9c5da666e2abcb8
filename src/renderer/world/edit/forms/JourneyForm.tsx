import { Undo2 } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import type { JourneyFields, WorldEdit } from '../../../../shared/contract/world-edits'
import { useSession } from '../../../session'
import { addReturnJourney, withChosen } from '../edit-world'
import { editWorld } from '../../../fields/save-edits'
import { uneditableReason } from '../../../editing'
import { findPlaces, orNew } from '../fields/choices'
import { difficultyOf, attemptWords } from './difficulty'
import { IdField } from '../fields/IdField'
import { ChooserField } from '../../../fields/ChooserField'
import { useProse } from './use-prose'
import { editTexts } from '../texts'
import { isDuration, listOf, same } from '../../../fields/field-values'
import { FactsField } from '../../../fields/FactsField'
import { useNames } from '../../../fields/names'
import { DraftField, type DraftFieldExtras } from '../../../fields/DraftField'
import { Button } from '../../../ui/Parts'
import type { Attempt } from '../../../../shared/analysis/odds'
import { api } from '../../../client'
import { useQuery } from '../../../ui/Query'

const t = editTexts.journey

type TextField = 'direction' | 'duration' | 'difficulty' | 'risks' | 'description'

/** Every field of a journey. Each is saved separately, as one beat. */
export function JourneyForm({ id, state }: { id: string; state: GameState }): ReactElement | null {
  const { description } = useProse({ what: 'journey', id })
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const names = useNames()
  const { places, regions } = state
  const find = useMemo(() => orNew(findPlaces({ places, regions }), 'place'), [places, regions])
  const journey = own(state.journeys, id)
  if (!journey) return null
  const { from, to } = journey
  const leadsBack = from === to || Object.values(state.journeys).some((one) => one.from === to && one.to === from)
  const field = (name: string): string => `journey:${id}/${name}`
  const put = (fields: JourneyFields): WorldEdit[] => {
    const now: Record<string, unknown> = { requires: null, ...journey, description }
    return Object.entries(fields).every(([key, value]) => same(now[key], value)) ? [] : [{ op: 'put-journey', id, fields }]
  }
  const putDifficulty = (typed: string): WorldEdit[] | string => {
    const difficulty = difficultyOf(typed)
    return difficulty === undefined ? t.difficultyBad : put({ difficulty })
  }
  const text = (name: TextField, now: string, edits: (typed: string) => WorldEdit[] | string, extras: DraftFieldExtras): ReactElement => (
    <DraftField field={field(name)} label={t[name]} now={now} edits={edits} {...extras} />
  )
  const end = (key: 'from' | 'to'): ReactElement => (
    <ChooserField
      label={t[key]}
      words={own(places, journey[key])?.name ?? journey[key]}
      title={editTexts.ask[key]}
      none={editTexts.ask.noPlace}
      find={find}
      onChoose={(place) => place !== journey[key] && void withChosen('place', place, (one) => editWorld(put({ [key]: one })))}
    />
  )
  return (
    <div className="edit-form">
      <div className="numbers-row">
        {end('from')}
        {end('to')}
      </div>
      <div className="numbers-row">
        {text('direction', journey.direction, (typed) => put({ direction: typed.trim() }), { most: 200, list: 'world-directions' })}
        {text('duration', journey.duration, (typed) => (isDuration(typed.trim()) ? put({ duration: typed.trim() }) : t.durationBad), {
          hint: t.durationHint,
          most: 100
        })}
        {text('difficulty', String(journey.difficulty), putDifficulty, { className: 'short' })}
      </div>
      <DifficultyOdds journey={id} field={field('difficulty')} now={journey.difficulty} />
      {!closed && !leadsBack && (
        <Button icon={<Undo2 size={13} />} label={t.back} small className="form-button" onClick={() => void addReturnJourney(id)} />
      )}
      {text('risks', journey.risks.join(', '), (typed) => put({ risks: listOf(typed) }), { hint: t.risksHint })}
      <FactsField
        field={field('requires')}
        label={t.requires}
        hint={t.requiresHint}
        facts={journey.requires === undefined ? [] : [journey.requires]}
        names={names}
        isSingle
        edits={([fact]) => put({ requires: fact ?? null })}
      />
      {text('description', description, (typed) => put({ description: typed }), { isProse: true })}
      <IdField what="journey" id={id} />
    </div>
  )
}

/** Fetches the odds of a journey at a commit and a difficulty. Both are in one key, so that the old answer stays until the new one arrives. */
const ask = (journey: string, of: string, signal: AbortSignal): Promise<Attempt[]> => {
  const [at = '', difficulty = '0'] = of.split(' ')
  return api.attempts.query({ journey, difficulty: Number(difficulty), at }, { signal })
}

function DifficultyOdds({ journey, field, now }: { journey: string; field: string; now: number }): ReactElement | null {
  const typed = useSession((s) => own(s.mapState.drafts, field)?.text)
  const commit = useSession((s) => s.snapshot?.commit)
  const difficulty = typed === undefined ? now : difficultyOf(typed)
  if (commit === undefined || difficulty === undefined) return null
  return <Attempts journey={journey} of={`${commit} ${difficulty}`} />
}

function Attempts({ journey, of }: { journey: string; of: string }): ReactElement {
  const { answer, problem, waiting } = useQuery(journey, of, ask)
  if (problem !== undefined) return <p className="quiet">{problem}</p>
  if (answer === undefined) return <p className="quiet">{t.counting}</p>
  return (
    <ul className={`attempts ${waiting ? 'before' : ''}`} aria-label={t.meaning} aria-busy={waiting}>
      {answer.map((one) => (
        <li key={one.key}>
          <b>{one.name}</b> <span className="numbers">{attemptWords(one)}</span>
        </li>
      ))}
    </ul>
  )
}
