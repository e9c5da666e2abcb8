import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import { slug } from '../../../shared/story/names'
import type { LogEntry } from '../../../shared/story/play'
import { pick, type Chance } from './chance'
import { placeName, sentence, the } from './grammar'
import { listed } from '../../../shared/words/labels'
import { actionsIn, mentions } from './read'

/** A note in a player's own words, with tags and links: about a character whom they met, or the place in which they are. */
export function noteOf(view: View, me: SeenActor, news: readonly LogEntry[], chance: Chance): ToolUse['input'] | undefined {
  const met = view.actors.filter(
    (actor) => actor.kind === 'npc' && actor.location === me.location && actionsIn(news).some((entry) => mentions(entry.text, actor.name))
  )
  const one = pick(met, chance)
  if (one) return person(view, one, news)
  return view.place && actionsIn(news).length > 0 ? place(view) : undefined
}

function person(view: View, one: SeenActor, news: readonly LogEntry[]): ToolUse['input'] {
  const heard = actionsIn(news).findLast((entry) => mentions(entry.text, one.name))
  const lines = [
    `# ${one.name}`,
    '',
    `${view.place ? `Met at [[${view.place.name}]]. ` : ''}${one.public === '' ? '' : sentence(one.public)}`.trim(),
    ...(heard ? ['', sentence(heard.text)] : []),
    ...(one.attitude ? ['', `Toward us: ${one.attitude}.`] : [])
  ]
  return { note_path: `people/${fileOf(one.name)}.md`, content: lines.join('\n').trim(), tags: one.attitude ? ['npc', one.attitude] : ['npc'] }
}

function place(view: View): ToolUse['input'] | undefined {
  const { place: here } = view
  if (!here) return undefined
  const features = Object.values(here.features)
  const lines = [
    `# ${here.name}`,
    '',
    `Ways on: ${here.exits.length === 0 ? 'none that I can see' : listed(here.exits.map((exit) => `[[${exit.label}]]${exit.visited ? '' : ' (not yet seen)'}`))}.`,
    features.length > 0 ? `Still to look at: ${listed(features.map(the))}.` : `Nothing left to look at in ${placeName(here.name)}.`,
    ...(view.scene ? [`We are here to see about this: ${sentence(view.scene.aim)}`] : [])
  ]
  return { note_path: `places/${fileOf(here.name)}.md`, content: lines.join('\n'), tags: ['place'] }
}

/** Notes keep the names of earlier versions, so that a campaign doesn't get a second note about the same place. */
const fileOf = (name: string): string => slug(name.replace(/['\u2019]/g, ' '))
