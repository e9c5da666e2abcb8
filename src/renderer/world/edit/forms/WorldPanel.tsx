import { Trash2 } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import { updateMap, useSession } from '../../../session'
import type { MapItem } from '../../../store/map-state'
import { keyOf } from '../../../store/renames'
import { Blank, Button, CommandButton, Scroll } from '../../../ui/Parts'
import { Suggestions } from '../../../ui/Field'
import { uneditableReason } from '../../../editing'
import { SelectionOdds } from '../../odds/SelectionOdds'
import { editTexts as t } from '../texts'
import { PlaceHistory } from './PlaceHistory'
import { JourneyForm } from './JourneyForm'
import { PlaceForm } from './PlaceForm'
import { counted } from '../../../ui/amounts'
import { focusOutline } from '../focus'
import { IdField } from '../fields/IdField'
import { useProse } from './use-prose'
import { DraftField } from '../../../fields/DraftField'
import { authorTags } from '../../../../shared/story/story-tags'
import { moveTo, withChosen } from '../edit-world'
import { findRegions, orNew } from '../fields/choices'
import { ChooserField } from '../../../fields/ChooserField'
import { commonTags, same, tagsOf, tagsText, withCommonTags } from '../../../fields/field-values'
import './forms.css'

/** The form of the selection on the map: of a place, a journey or a region, or of the common values of several places. */
export function WorldPanel(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  return (
    <>
      <SelectionPanel />
      {state && <WorldSuggestions state={state} />}
    </>
  )
}

function SelectionPanel(): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const selection = useSession((s) => s.mapState.selection)
  const last = selection.at(-1)
  const form = useSession((s) => (last ? (own(s.mapState.forms, keyOf(last)) ?? keyOf(last)) : ''))
  if (!state || !last) return <Blank title={t.nothingChosen}>Select a place, a journey or a region on the map or in the outline.</Blank>
  const places = selection.flatMap(({ what, id }) => (what === 'place' && own(state.places, id) ? [id] : []))
  if (places.length > 1)
    return (
      <Form title={counted(places.length, 'place')} kind={t.place.what}>
        <MultiPlaceForm ids={places} state={state} />
      </Form>
    )
  const title = titleOf(state, last)
  if (title === undefined) return <Blank title={t.nothingChosen}>This does not exist at the beat you are looking at.</Blank>
  return (
    <Form
      key={form}
      title={title}
      kind={t[last.what].what}
      odds={<SelectionOdds item={last} />}
      {...(last.what === 'place' ? { happened: <PlaceHistory place={last.id} name={title} /> } : {})}
    >
      {last.what === 'place' ? (
        <PlaceForm id={last.id} state={state} />
      ) : last.what === 'journey' ? (
        <JourneyForm id={last.id} state={state} />
      ) : (
        <RegionForm id={last.id} state={state} />
      )}
    </Form>
  )
}

function titleOf(state: GameState, { what, id }: MapItem): string | undefined {
  if (what === 'region') return own(state.regions, id)?.name
  if (what === 'place') return own(state.places, id)?.name
  const journey = own(state.journeys, id)
  return journey && t.journey.title(own(state.places, journey.from)?.name ?? journey.from, own(state.places, journey.to)?.name ?? journey.to)
}

interface FormProps {
  title: string
  kind: string
  /** The history of the place, which the other tab shows instead of the form. */
  happened?: ReactElement
  odds?: ReactElement
  children: ReactElement
}

function Form({ title, kind, happened, odds, children }: FormProps): ReactElement {
  const why = useSession(uneditableReason)
  const part = useSession((s) => s.mapState.part)
  const head = (
    <>
      <header className="edit-head">
        <div>
          <p className="quiet">{kind}</p>
          <h2>{title}</h2>
        </div>
        <CommandButton id="world.remove" icon={<Trash2 size={15} />} />
      </header>
      {happened && <PartChoice part={part} />}
    </>
  )
  if (happened && part === 'happened')
    return (
      <section className="panel edit whole" aria-label={title}>
        {head}
        {happened}
      </section>
    )
  return (
    <Scroll className="panel edit" label={title} onEscape={focusOutline}>
      {head}
      {why !== undefined && <p className="edit-shut">{why}</p>}
      {odds}
      {children}
    </Scroll>
  )
}

function PartChoice({ part }: { part: 'details' | 'happened' }): ReactElement {
  return (
    <fieldset className="part-choice" aria-label={t.place.shows}>
      {(['details', 'happened'] as const).map((one) => (
        <Button label={t.place[one]} small key={one} aria-pressed={part === one} onClick={() => updateMap({ part: one })} />
      ))}
    </fieldset>
  )
}

function WorldSuggestions({ state: { facts, journeys, places } }: { state: GameState }): ReactElement {
  const lists = useMemo(() => {
    const needs = Object.values(journeys).flatMap((journey) => journey.requires ?? [])
    const allFeatures = Object.values(places).flatMap(({ features }) => Object.values(features))
    return {
      'world-facts': [...Object.keys(facts), ...needs, ...allFeatures.flatMap(({ fact }) => fact ?? [])],
      'world-directions': Object.values(journeys).map(({ direction }) => direction)
    }
  }, [facts, journeys, places])
  return <Suggestions lists={lists} />
}

const regionFormTexts = t.region

function RegionForm({ id, state }: { id: string; state: GameState }): ReactElement | null {
  const { description: about } = useProse({ what: 'region', id })
  const region = own(state.regions, id)
  if (!region) return null
  return (
    <div className="edit-form">
      <DraftField
        field={`region:${id}/name`}
        label={regionFormTexts.name}
        now={region.name}
        most={200}
        edits={(text) => {
          const name = text.trim()
          if (name === '') return t.place.nameNeeded
          return name === region.name ? [] : [{ op: 'put-region', id, name }]
        }}
      />
      <IdField what="region" id={id} />
      <DraftField
        field={`region:${id}/about`}
        label={regionFormTexts.about}
        now={about.trim()}
        isProse
        edits={(text) => (text.trim() === about.trim() ? [] : [{ op: 'put-region', id, about: text }])}
      />
    </div>
  )
}

/** What several selected places share: their region and the tags they all have. A change is one beat for all of them. */
function MultiPlaceForm({ ids, state }: { ids: readonly string[]; state: GameState }): ReactElement {
  const others = useSession((s) => s.mapState.selection.some(({ what }) => what !== 'place'))
  const { regions } = state
  const find = useMemo(() => orNew(findRegions({ regions }), 'region'), [regions])
  const places = ids.flatMap((id) => own(state.places, id) ?? [])
  const common = commonTags(places.map(({ tags }) => authorTags(tags)))
  const regionsHere = new Set(places.map(({ region }) => region))
  const [only] = regionsHere
  return (
    <div className="edit-form">
      {others && <p className="hint">Selected journeys and regions stay as they are.</p>}
      <ChooserField
        label={t.place.region}
        words={regionsHere.size === 1 && only !== undefined ? (own(regions, only)?.name ?? only) : 'several regions'}
        title={t.ask.move(ids.length)}
        none={t.ask.noRegion}
        find={find}
        onChoose={(region) => !(regionsHere.size === 1 && region === only) && void withChosen('region', region, (one) => moveTo(ids, one))}
      />
      <DraftField
        field={`places:${ids.join(',')}/tags`}
        label="Shared tags"
        hint={t.place.tagsHint}
        now={tagsText(common)}
        lines={2}
        mono
        edits={(text) => {
          const typed = tagsOf(text)
          if ('bad' in typed) return t.place.tagBad(typed.bad)
          if (same(typed.tags, common)) return []
          return ids.map((id) => ({ op: 'put-place', id, fields: { tags: withCommonTags(own(state.places, id)?.tags ?? {}, common, typed.tags) } }))
        }}
      />
    </div>
  )
}
