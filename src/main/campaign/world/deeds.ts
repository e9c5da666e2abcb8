import { listed } from '../../engine/people'

/** What one step of an edit did, in words: "adds", "place", "Mill Pond". `where` stands behind the name; `id` tells whether it is the same thing. */
export interface Deed {
  id: string
  verb: string
  noun: string
  name: string
  where?: string
}

const many = (n: number, noun: string): string => `${n} ${noun === 'somebody' ? 'people' : `${noun}s`}`

/** What the designer did as one line: "The designer adds Mill Pond", "The designer adds 2 places and 3 ways". */
export function deedsWords(deeds: readonly Deed[]): string {
  const groups = new Map<string, Deed[]>()
  for (const deed of deeds) {
    const key = `${deed.verb} ${deed.noun} ${deed.where ?? ''}`
    const group = groups.get(key) ?? []
    if (!group.some(({ id }) => id === deed.id)) group.push(deed)
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
  return `The designer ${listed(parts)}`
}
