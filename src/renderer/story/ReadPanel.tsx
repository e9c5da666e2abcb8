import { useMemo, type ReactElement } from 'react'
import { readArrow } from '../../arrow'
import { own } from '../../shared/base/json'
import type { Lore, StoryEvent } from '../../shared/story/lore'
import { api } from '../client'
import { focusFieldSoon } from '../fields/focus-field'
import { openNode } from '../files/node-request'
import { arrange, loreAtCursor, openForm, useSession } from '../session'
import { counted } from '../ui/amounts'
import { Blank, Scroll } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import { readThrough, wordsIn, wordsOfCampaign, type PassageSource } from './read-through'
import { currentRow, focusStory, useStory } from './state'
import { storyTexts } from './texts'

const t = storyTexts.read

/** All prose of the current event, to be read in order. A passage leads to where it is edited. */
export function ReadPanel(): ReactElement {
  const lore = useSession(loreAtCursor)
  const selected = useStory((s) => s.selected)
  const event = lore?.story.find(({ id }) => id === currentRow({ tab: 'events', selected }))
  if (!lore || !event) return <Blank title={t.none}>{t.choose}</Blank>
  return event.arrow ? <WithScene event={event} lore={lore} path={event.arrow.path} /> : <Read event={event} lore={lore} text={undefined} />
}

const ask = (path: string, at: string, signal: AbortSignal): Promise<string> => api.arrowFile.query({ path, at }, { signal }).then(({ text }) => text)

function WithScene({ event, lore, path }: { event: StoryEvent; lore: Lore; path: string }): ReactElement {
  const at = useSession((s) => s.cursor ?? s.present?.head ?? '')
  return (
    <Query {...useQuery(path, at, ask)} waits="Reading the scene…">
      {(text) => <Read event={event} lore={lore} text={text} />}
    </Query>
  )
}

function Read({ event, lore, text }: { event: StoryEvent; lore: Lore; text: string | undefined }): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const parts = useMemo(() => {
    const nameOf = (id: string): string => own(state?.actors, id)?.name ?? id
    return readThrough(event, { lore, nameOf, document: text === undefined ? undefined : readArrow(text).document })
  }, [event, lore, state, text])
  const campaign = useMemo(() => wordsOfCampaign(lore), [lore])
  return (
    <Scroll className="panel story-read" label={`${t.tab}: ${event.title}`} onEscape={focusStory}>
      <h2>{event.title}</h2>
      <p className="quiet numbers">
        {counted(wordsIn(parts), 'word')}. {t.ofCampaign(counted(campaign, 'word'))}
      </p>
      {parts.length === 0 && <p className="quiet">{t.blank}</p>}
      {parts.map(({ key, passages }) => (
        <section key={key} aria-label={t.parts[key]}>
          <h3>{t.parts[key]}</h3>
          {passages.map(({ text: said, by, source }, i) => (
            <button key={i} type="button" className="story-passage" dir="auto" title={t.edit(t.parts[key])} onClick={() => edit(source)}>
              {by !== undefined && <b>{by}: </b>}
              {said}
            </button>
          ))}
        </section>
      ))}
    </Scroll>
  )
}

/** Opens the form or the scene with a passage, with the focus on it. */
function edit(source: PassageSource): void {
  if ('path' in source) return openNode(source.path, source.node)
  if (source.field.startsWith('place:')) openForm({ what: 'place', id: source.field.slice('place:'.length, source.field.lastIndexOf('/')) })
  else arrange({ side: 'story-event' })
  focusFieldSoon(source.field)
}
