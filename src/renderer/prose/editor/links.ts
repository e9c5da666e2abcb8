import type { CampaignName } from '../../../shared/contract/language-calls'
import { fold } from '../../../shared/story/names'
import { isAttachment } from '../../../shared/story/note-links'
import { loreAtCursor, useSession } from '../../session'
import { texts } from '../../ui/texts'
import { follow } from '../follow'
import { goalOf, type Goal } from '../link-goal'
import { findLinks, linkOptions, type LinkOption } from '../link-options'
import { campaignNames, useProse } from './campaign-words'
import type { EditorHost } from './editor'

interface Links {
  options: readonly LinkOption[]
  byName: ReadonlyMap<string, LinkOption>
}

let made: { names: readonly CampaignName[]; links: Links } | undefined

function linksOf(names: readonly CampaignName[]): Links {
  if (made?.names !== names) {
    const options = linkOptions(names)
    const byName = new Map(options.flatMap((one) => [one.title, one.target].map((name) => [fold(name), one] as const)))
    made = { names, links: { options, byName } }
  }
  return made.links
}

const linksNow = (): Links => linksOf(useProse.get().names)

/** Where a link leads: to something of the world as everywhere, else to a file that has this name. */
function goalNow(target: string): Goal | undefined {
  const session = useSession.getState()
  const goal = session.snapshot && goalOf(target, session.snapshot.state, loreAtCursor(session))
  if (goal) return goal
  const name = fold(target).replace(/\.md$/, '')
  const option = linksNow().byName.get(name) ?? linksNow().byName.get(name.slice(name.lastIndexOf('/') + 1))
  return option && { what: 'file', path: option.path }
}

/** The links of the campaign, for editors of prose. */
export const links: EditorHost['links'] = {
  find: async (query) => findLinks(linksOf(await campaignNames()).options, query),
  isKnown: (target) => isAttachment(target) || goalNow(target) !== undefined,
  hint: (target) =>
    isAttachment(target) ? texts.attachment(target) : goalNow(target) ? `Ctrl-click or F12 opens ${target}.` : texts.nothingNamed(target),
  follow: (target) => {
    const goal = goalNow(target)
    if (goal) follow(goal)
  }
}
