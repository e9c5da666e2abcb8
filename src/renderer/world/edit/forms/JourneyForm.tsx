import { Undo2 } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import type { JourneyFields, WorldEdit } from '../../../../shared/contract/world-edits'
import { useSession } from '../../../session'
import { addReturnJourney, editWorld } from '../edit-world'
import { uneditableReason } from '../../../editing'
import { findPlaces } from '../fields/choices'
import { difficultyOf, attemptWords } from './difficulty'
import { IdField } from '../fields/IdField'
import { ChooserField } from '../fields/ChooserField'
import { useProse } from './use-prose'
import { editTexts } from '../texts'
import { isDuration, listOf, same } from '../fields/field-values'
import { DraftField } from '../fields/DraftField'
import { Button } from '../../../ui/Parts'
import type { Attempt } from '../../../../shared/analysis/odds'
import { api } from '../../../client'
import { useQuery } from '../../../ui/Query'

const t = editTexts.journey

/** Every field of a journey. Each is saved separately, as one beat. */
export function JourneyForm({ id, state }: { id: string; state: GameState }): ReactElement | null {
  const { description } = useProse({ what: 'journey', id })
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const { places, regions } = state
  const find = useMemo(() => findPlaces({ places, regions }), [places, regions])
  const journey = own(state.journeys, id)
  if (!journey) return null
  const field = (name: string): string => `journey:${id}/${name}`
  const put = (fields: JourneyFields): WorldEdit[] => {
    const now: Record<string, unknown> = { requires: null, ...journey, description }
    return Object.entries(fields).every(([key, value]) => same(now[key], value)) ? [] : [{ op: 'put-journey', id, fields }]
  }
  const end = (key: 'from' | 'to'): ReactElement => (
    <ChooserField
      label={t[key]}
      words={own(places, journey[key])?.name ?? journey[key]}
      title={editTexts.ask[key]}
      none={editTexts.ask.noPlace}
      find={find}
      onChoose={(place) => place !== journey[key] && void editWorld(put({ [key]: place }))}
    />
  )
  return (
    <div className="edit-form">
      <div className="numbers-row">
        {end('from')}
        {end('to')}
      </div>
      <div className="numbers-row">
        <DraftField
          field={field('direction')}
          label={t.direction}
          now={journey.direction}
          most={200}
          list="world-directions"
          edits={(text) => put({ direction: text.trim() })}
        />
        <DraftField
          field={field('duration')}
          label={t.duration}
          hint={t.durationHint}
          now={journey.duration}
          most={100}
          edits={(text) => (isDuration(text.trim()) ? put({ duration: text.trim() }) : t.durationBad)}
        />
        <DraftField
          field={field('difficulty')}
          label={t.difficulty}
          now={String(journey.difficulty)}
          className="short"
          edits={(text) => {
            const difficulty = difficultyOf(text)
            return difficulty === undefined ? t.difficultyBad : put({ difficulty })
          }}
        />
      </div>
      <DifficultyOdds journey={id} field={field('difficulty')} now={journey.difficulty} />
      <DraftField
        field={field('risks')}
        label={t.risks}
        hint={t.risksHint}
        now={journey.risks.join(', ')}
        edits={(text) => put({ risks: listOf(text) })}
      />
      <DraftField
        field={field('requires')}
        label={t.requires}
        hint={t.requiresHint}
        now={journey.requires ?? ''}
        mono
        list="world-facts"
        edits={(text) => put({ requires: text.trim() || null })}
      />
      <DraftField field={field('description')} label={t.description} now={description} lines={3} edits={(text) => put({ description: text })} />
      <IdField what="journey" id={id} />
      {!closed && journey.from !== journey.to && (
        <Button icon={<Undo2 size={13} />} label={t.back} small className="form-button" onClick={() => void addReturnJourney(id)} />
      )}
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
