import { capitalised, listed } from '../../../shared/words/labels'

/** The words for one step of an edit: "added", "place", "Mill Pond". `where` follows the name; `id` identifies the thing. */
export interface EditSummaryPart {
  id: string
  verb: string
  noun: string
  name: string
  where?: string
}

const many = (n: number, noun: string): string => `${n} ${noun === 'somebody' ? 'people' : `${noun}s`}`

/** The summary of an edit in one line: "Added Mill Pond", "Added 2 places and 3 journeys". */
export function editSummary(steps: readonly EditSummaryPart[]): string {
  const groups = new Map<string, EditSummaryPart[]>()
  for (const step of steps) {
    const key = `${step.verb} ${step.noun} ${step.where ?? ''}`
    const group = groups.get(key) ?? []
    if (!group.some(({ id }) => id === step.id)) group.push(step)
    groups.set(key, group)
  }
  let last = ''
  const parts = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const verb = first.verb === last ? '' : `${first.verb} `
    last = first.verb
    return [`${verb}${group.length === 1 ? first.name : many(group.length, first.noun)}${first.where === undefined ? '' : ` ${first.where}`}`]
  })
  return capitalised(listed(parts))
}
