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
import './forms.css'
import { PlaceHistory } from './PlaceHistory'
import { JourneyForm } from './JourneyForm'
import { PlaceForm } from './PlaceForm'
import { RegionForm } from './RegionForm'
import { MultiPlaceForm } from './MultiPlaceForm'
import { counted } from '../../../ui/amounts'

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

/** A form with its header and, if nothing can be edited, the reason. */
function Form({
  title,
  kind,
  happened,
  odds,
  children
}: {
  title: string
  kind: string
  /** The history of the place, which the other tab shows instead of the form. */
  happened?: ReactElement
  odds?: ReactElement
  children: ReactElement
}): ReactElement {
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
    <Scroll className="panel edit" label={title}>
      {head}
      {why !== undefined && <p className="edit-shut">{why}</p>}
      {odds}
      {children}
    </Scroll>
  )
}

/** The tabs of a place: its fields and its history. */
function PartChoice({ part }: { part: 'details' | 'happened' }): ReactElement {
  return (
    <fieldset className="part-choice" aria-label={t.place.shows}>
      {(['details', 'happened'] as const).map((one) => (
        <Button label={t.place[one]} small key={one} aria-pressed={part === one} onClick={() => updateMap({ part: one })} />
      ))}
    </fieldset>
  )
}

/** Suggestions for fields: the facts, equipment and directions of the world. */
function WorldSuggestions({ state: { facts, journeys, places, actors } }: { state: GameState }): ReactElement {
  const lists = useMemo(() => {
    const holders = [...Object.values(places), ...Object.values(actors)]
    const needs = Object.values(journeys).flatMap((journey) => journey.requires ?? [])
    const allFeatures = Object.values(places).flatMap(({ features }) => Object.values(features))
    return {
      'world-facts': [...Object.keys(facts), ...needs, ...allFeatures.flatMap(({ fact }) => fact ?? [])],
      'world-items': [
        ...holders.flatMap(({ inventory }) => Object.values(inventory).map(({ item }) => item)),
        ...allFeatures.flatMap(({ item }) => item ?? [])
      ],
      'world-directions': Object.values(journeys).map(({ direction }) => direction)
    }
  }, [facts, journeys, places, actors])
  return <Suggestions lists={lists} />
}
