import { EyeOff, Plus } from 'lucide-react'
import { useMemo, type ReactElement, useState } from 'react'
import { own } from '../../../../shared/base/json'
import type { StoryEvent } from '../../../../shared/story/lore'
import type { Feature, GameState, Item, Place, Journey } from '../../../../shared/story/state'
import { authorTags, STORY_TAGS, storyTags } from '../../../../shared/story/story-tags'
import type { PlaceFields, WorldEdit } from '../../../../shared/contract/world-edits'
import { useSession, selectOnMap, updateMap, inspect } from '../../../session'
import { moveTo, withChosen } from '../edit-world'
import { editWorld } from '../../../fields/save-edits'
import { findRegions, findPeople, orNew } from '../fields/choices'
import { AddName } from '../../../fields/AddEntry'
import { Entries } from '../../../fields/Entries'
import { titleOf, useNames } from '../../../fields/names'
import { FeatureFields } from '../fields/FeatureFields'
import { namePlace } from '../first-name'
import { IdField } from '../fields/IdField'
import { PlaceItemFields } from '../fields/ItemFields'
import { ChooserField } from '../../../fields/ChooserField'
import { useProse } from './use-prose'
import { PictureField } from '../../../fields/PictureField'
import { fieldTexts } from '../../../fields/texts'
import { PositionFields } from '../fields/PositionFields'
import { editTexts } from '../texts'
import { CheckboxField } from '../../../fields/CheckboxField'
import { freeId, linesOf, same, tagsOf, tagsText, withChanges, withTag } from '../../../fields/field-values'
import { DraftField } from '../../../fields/DraftField'
import { uneditableReason } from '../../../editing'
import { journeysByEnd } from '../outline/rows'
import { Button, ActorToken } from '../../../ui/Parts'
import { Chooser } from '../../../ui/Chooser'
import { hueOf } from '../../../../shared/story/hues'

const t = editTexts.place
const NONE: readonly StoryEvent[] = []

/** Every field of a place. Each is saved separately, as one beat. */
export function PlaceForm({ id, state }: { id: string; state: GameState }): ReactElement | null {
  const lore = useProse({ what: 'place', id })
  const names = useNames()
  const story = useSession((s) => s.present?.lore.story) ?? NONE
  const isNow = useSession((s) => s.cursor === undefined)
  const place = own(state.places, id)
  const { regions } = state
  const find = useMemo(() => orNew(findRegions({ regions }), 'region'), [regions])
  if (!place) return null
  const field = (name: string): string => `place:${id}/${name}`
  // Includes everything that was saved since the last render.
  const placeNow = (): Place => own(useSession.getState().present?.state.places, id) ?? place
  const put = (fields: PlaceFields): WorldEdit[] => {
    const now: Record<string, unknown> = { ...placeNow(), ...lore }
    return Object.entries(fields).every(([key, value]) => same(now[key], value)) ? [] : [{ op: 'put-place', id, fields }]
  }
  const name = (name: string): WorldEdit[] => (name === place.name ? [] : namePlace(id, name, state, story))
  const putFeatures = (all: Place['features']): WorldEdit[] => put({ features: withChanges(place.features, all, placeNow().features) })
  const putThings = (all: Place['inventory']): WorldEdit[] => put({ inventory: withChanges(place.inventory, all, placeNow().inventory) })
  const features = (key: string, feature: Feature): WorldEdit[] =>
    putFeatures({ ...place.features, [key]: withChanges(own(place.features, key) ?? feature, feature, own(placeNow().features, key) ?? feature) })
  const things = (key: string, item: Item): WorldEdit[] =>
    putThings({ ...place.inventory, [key]: withChanges(own(place.inventory, key) ?? item, item, own(placeNow().inventory, key) ?? item) })
  const addItem = (item: string): WorldEdit[] =>
    putThings({ ...place.inventory, [freeId(item, (one) => Object.hasOwn(placeNow().inventory, one))]: { item } })
  return (
    <div className="edit-form">
      <DraftField
        field={field('name')}
        label={t.name}
        now={place.name}
        most={200}
        edits={(text) => (text.trim() === '' ? t.nameNeeded : name(text.trim()))}
      />
      <div className="numbers-row">
        <IdField what="place" id={id} />
        <ChooserField
          label={t.region}
          words={own(regions, place.region)?.name ?? place.region}
          title={editTexts.ask.move(1)}
          none={editTexts.ask.noRegion}
          find={find}
          onChoose={(region) => region !== place.region && void withChosen('region', region, (one) => moveTo([id], one))}
        />
      </div>
      <DraftField field={field('description')} label={t.description} now={lore.description} isProse edits={(text) => put({ description: text })} />
      <PictureField of={{ what: 'place', id }} picture={lore.picture} hint={fieldTexts.picture.placeHint} />
      <div className="secret">
        <span className="secret-mark">
          <EyeOff size={13} aria-hidden="true" /> {t.guideHint}
        </span>
        <DraftField field={field('gm_guide')} label={t.guide} now={lore.gm_guide} isProse edits={(text) => put({ gm_guide: text })} />
      </div>
      <DraftField
        field={field('senses')}
        label={t.senses}
        hint={t.sensesHint}
        now={lore.senses.join('\n')}
        isProse
        edits={(text) => put({ senses: linesOf(text) })}
      />
      <DraftField
        field={field('tags')}
        label={t.tags}
        hint={t.tagsHint}
        now={tagsText(authorTags(place.tags))}
        lines={2}
        mono
        edits={(text) => {
          const typed = tagsOf(text)
          return 'bad' in typed ? t.tagBad(typed.bad) : put({ tags: { ...storyTags(placeNow().tags), ...typed.tags } })
        }}
      />
      <fieldset className="story-tags">
        <legend>{t.storyTags}</legend>
        {STORY_TAGS.map((tag) => (
          <CheckboxField key={tag} label={t[tag]} on={place.tags[tag] === true} edits={(on) => put({ tags: withTag(placeNow().tags, tag, on) })} />
        ))}
      </fieldset>
      <Entries
        title={t.features}
        entries={place.features}
        labelOf={(feature) => feature.name}
        ids="feature"
        place={id}
        adds={t.addFeature}
        named={t.feature.name}
        fresh={(_, called): Feature => ({ name: called, text: '' })}
        names={{ of: (feature) => feature.name, put: (feature, called) => ({ ...feature, name: called }) }}
        onChange={(all) => editWorld(() => putFeatures(all))}
      >
        {(key, feature) => <FeatureFields field={field(`features/${key}`)} feature={feature} names={names} edits={(next) => features(key, next)} />}
      </Entries>
      <Entries
        title={t.inventory}
        entries={place.inventory}
        labelOf={(item) => `${item.name ?? titleOf(names, 'item', item.item)}${(item.count ?? 1) > 1 ? ` × ${item.count}` : ''}`}
        adds={t.addItem}
        named={t.item.name}
        fresh={(id): Item => ({ item: id })}
        names={{ of: (item) => item.name ?? titleOf(names, 'item', item.item), put: (item, called) => ({ ...item, name: called }) }}
        adder={<AddName label={t.addItem} kind="item" names={names} onChoose={(item) => editWorld(() => addItem(item))} />}
        onChange={(all) => editWorld(() => putThings(all))}
      >
        {(key, item) => <PlaceItemFields field={field(`inventory/${key}`)} item={item} names={names} edits={(next) => things(key, next)} />}
      </Entries>
      <PlaceJourneys id={id} state={state} />
      <PlaceCharacters id={id} state={state} />
      {isNow && <PositionFields id={id} />}
    </div>
  )
}

function PlaceJourneys({ id, state: { journeys, places } }: { id: string; state: Pick<GameState, 'journeys' | 'places'> }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const ends = journeysByEnd(journeys)
  const of = (ids: readonly string[] | undefined): [string, Journey][] =>
    (ids ?? []).flatMap((key) => {
      const journey = own(journeys, key)
      return journey ? [[key, journey]] : []
    })
  const from = of(ends.from.get(id))
  const to = of(ends.to.get(id)).filter(([, journey]) => journey.from !== id)
  const row = (key: string, journey: Journey, other: string): ReactElement => (
    <li key={key}>
      <button type="button" className="row-button" onClick={() => selectOnMap({ what: 'journey', id: key })}>
        <span className="clip">{own(places, other)?.name ?? other}</span>
        <span className="quiet clip">{[journey.direction, journey.duration].filter(Boolean).join(' · ')}</span>
      </button>
    </li>
  )
  return (
    <section aria-label={t.journeys}>
      <h3>{t.journeys}</h3>
      {from.length === 0 ? <p className="quiet">{t.noJourneys}</p> : <ul>{from.map(([key, journey]) => row(key, journey, journey.to))}</ul>}
      {to.length > 0 && (
        <>
          <h3>{t.journeysTo}</h3>
          <ul>{to.map(([key, journey]) => row(key, journey, journey.from))}</ul>
        </>
      )}
      {!closed && (
        <Button
          icon={<Plus size={13} />}
          label={t.addWay}
          small
          aria-haspopup="dialog"
          onClick={() => updateMap({ question: { what: 'connect', from: [id] } })}
        />
      )}
    </section>
  )
}

function PlaceCharacters({ id, state: { actors, places } }: { id: string; state: GameState }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const [isAsking, setAsking] = useState(false)
  const find = useMemo(() => findPeople({ actors, places }, id), [actors, places, id])
  const here = Object.entries(actors).filter(([, { location }]) => location === id)
  return (
    <section aria-label={t.people}>
      <h3>{t.people}</h3>
      {here.length === 0 ? (
        <p className="quiet">{t.nobody}</p>
      ) : (
        <ul>
          {here.map(([who, actor]) => (
            <li key={who}>
              <button type="button" className="row-button" onClick={() => inspect(who)}>
                <ActorToken id={who} name={actor.name} hue={hueOf(actors, who)} npc={actor.kind === 'npc'} size="small" />
                <span className="clip">{actor.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!closed && <Button icon={<Plus size={13} />} label={t.bring} small aria-haspopup="dialog" onClick={() => setAsking(true)} />}
      {isAsking && (
        <Chooser
          title={editTexts.ask.bring(own(places, id)?.name ?? id)}
          placeholder={editTexts.ask.placeholder}
          none={editTexts.ask.nobody}
          find={find}
          onChoose={(one) => void editWorld([{ op: 'put-actor', id: one.id, place: id }])}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
