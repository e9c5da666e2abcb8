import { Undo2 } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import type { JourneyFields, WorldEdit } from '../../../../shared/contract/world-edits'
import { useSession } from '../../../session'
import { addReturnJourney, editWorld } from '../edit-world'
import { uneditableReason } from '../../../editing'
import { findPlaces } from '../fields/choices'
import { difficultyOf } from './difficulty'
import { DifficultyOdds } from './DifficultyOdds'
import { IdField } from '../fields/IdField'
import { ChooserField } from '../fields/ChooserField'
import { useProse } from './use-prose'
import { editTexts } from '../texts'
import { isDuration, listOf, same } from '../fields/field-values'
import { DraftField } from '../fields/DraftField'
import { Button } from '../../../ui/Parts'

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
