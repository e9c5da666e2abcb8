import type { ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { slug } from '../../../shared/story/names'
import { beatLink, rulingText, type RulingParts } from '../../../shared/story/ruling'
import type { CurrentWant } from './aims'
import { sentence } from './grammar'
import { entryIs, kindIn } from './kinds'
import type { Mind } from './mind'
import { ailing, fit } from './peril'
import { actionsIn, foesIn, offerOf, partyOf } from './read'

/** A ruling: something that the rules leave to the DM, decided once for the rest of the campaign. */
interface Ruling {
  /** The file name below world/rulings/, without its extension. */
  id: string
  title: string
  /** The ruling, the rules behind it, and the case that it was first about; undefined as long as there was no case. */
  parts: (view: View) => Parts | undefined
  tags: readonly string[]
}

type Parts = Omit<RulingParts, 'title'>

const link = (name: string): string => `[[${name}]]`
const here = (view: View): string => link(view.place?.name ?? 'an unknown place')
const nameOf = (view: View, id: string): string => view.cast?.[id]?.name ?? id

const RULINGS: readonly Ruling[] = [
  {
    id: 'how-much-a-mishap-hurts',
    title: 'How much a mishap hurts',
    tags: ['danger'],
    parts: (view) => {
      const mishap = actionsIn(view.log).find((entry) => entryIs('endanger', entry))
      return (
        mishap && {
          ruling: 'A mishap hurts as little as the rules allow, and nobody is struck who is hurt already.',
          asked: `It first came up at ${here(view)}, in ${beatLink(mishap.beat)}: ${sentence(mishap.text)}`,
          rules: 'They leave it to the DM how much a place hurts.'
        }
      )
    }
  },
  {
    id: 'foes-leave-the-worn-out-alone',
    title: 'Foes leave the worn-out alone',
    tags: ['fight'],
    parts: (view) => {
      const [foe] = foesIn(view, view.place?.id)
      const weary = partyOf(view).filter((actor) => !actor.canAct || ailing(view, actor))
      if (!foe || fit(view) || weary.length === 0 || actionsIn(view.log).some((entry) => entryIs('start_combat', entry))) return undefined
      return {
        ruling: 'A foe who has not begun a fight waits as long as the party is in no state for one, so that there is time to leave.',
        asked: `${link(foe.name)} was the first to wait, at ${here(view)}.`,
        rules: 'Nothing says when a foe attacks.'
      }
    }
  },
  {
    id: 'what-earns-a-reward',
    title: 'What earns a reward',
    tags: ['reward'],
    parts: (view) => {
      const at = view.log.findIndex((entry) => kindIn(entry) === 'reward')
      const action = actionsIn(view.log.slice(0, Math.max(0, at))).findLast((entry) => view.party.includes(entry.by) && kindIn(entry) !== 'reward')
      return (
        action && {
          ruling: 'A danger met, a secret brought to light and a kindness each earn a reward, as soon as they are done; nothing else does.',
          asked: `${link(nameOf(view, action.by))} had the first one, for what was done in ${beatLink(action.beat)}: ${sentence(action.text)}`,
          rules: 'They let the DM reward the players and don’t say for what.'
        }
      )
    }
  }
]

const MET = 'when-a-want-is-met'
const GIVEN_UP = 'when-a-want-is-given-up'
/** The link to the ruling about when a want is met whose file doesn't say it. */
export const MET_RULING = link(MET)
/** The link to the ruling about when a want is given up. */
export const GIVEN_UP_RULING = link(GIVEN_UP)

const isWritten = (view: View, id: string): boolean => (view.topics ?? []).some(({ path }) => path === `world/rulings/${id}.md`)

function recordRuling(
  view: View,
  offers: readonly Offer[],
  { id, title, tags }: Omit<Ruling, 'parts'>,
  parts: Parts,
  mind: Mind
): ToolUse | undefined {
  if (isWritten(view, id) || !offerOf(offers, 'record')) return undefined
  mind.note(`The rules leave this open, so the DM makes a ruling: ${title}.`)
  return { tool: 'record', input: { note_path: `rulings/${id}.md`, content: rulingText({ title, ...parts }), tags: ['ruling', ...tags] } }
}

/** Records a ruling when its case first comes up; at most one a turn. */
export function rule(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  if ((view.spent['record'] ?? 0) > 0) return undefined
  for (const ruling of RULINGS) {
    const parts = isWritten(view, ruling.id) ? undefined : ruling.parts(view)
    const use = parts && recordRuling(view, offers, ruling, parts, mind)
    if (use) return use
  }
  return undefined
}

/** Records the ruling about when a want is met whose file doesn't say it. */
export function ruleMet(view: View, offers: readonly Offer[], { who, want, isMet }: CurrentWant, mind: Mind): ToolUse | undefined {
  if (isMet) return undefined
  const parts = {
    ruling: 'A want is met once the thing, the person or the place that has most to do with it has been seen to.',
    asked: `The first was ${link(who.name)}, at ${here(view)}, who wanted this: ${sentence(want)}`,
    rules: "Nobody's file says when it is met."
  }
  return recordRuling(view, offers, { id: MET, title: 'When a want is met', tags: ['want'] }, parts, mind)
}

/** Records the ruling about when a want is given up. */
export function ruleGivenUp(view: View, offers: readonly Offer[], name: string, want: string, mind: Mind): ToolUse | undefined {
  const parts = {
    ruling: 'A want that three scenes have brought no nearer is given up, and the story goes on without it.',
    asked: `The first was ${link(name)}, who wanted this: ${sentence(want)}`,
    rules: 'They know no wants.'
  }
  return recordRuling(view, offers, { id: GIVEN_UP, title: 'When a want is given up', tags: ['want'] }, parts, mind)
}

/** Records the ruling about who gets what two characters want. */
export function ruleChosen(view: View, offers: readonly Offer[], has: string, other: string, want: string, mind: Mind): ToolUse | undefined {
  const parts = {
    ruling: `${link(has)} has it and ${link(other)} goes without, because the players were asked and spoke for ${link(has)}.`,
    asked: `Two wanted the same at ${here(view)}: ${sentence(want)}`,
    rules: 'No rule says who has it.'
  }
  return recordRuling(
    view,
    offers,
    { id: `who-has-${slug(want).slice(0, 40)}`.replace(/-+$/, ''), title: 'Who has what two want', tags: ['want'] },
    parts,
    mind
  )
}
