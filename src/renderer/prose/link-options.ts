import type { CampaignName } from '../../shared/contract/language-calls'
import { fold } from '../../shared/story/names'

/** Something that a link can lead to: what the link says, its name for readers, and the file. */
export interface LinkOption {
  target: string
  title: string
  kind: CampaignName['kind']
  path: string
}

const LINKED = new Set<CampaignName['kind']>(['character', 'place', 'region'])

/** The name by which a link finds a file: the file's own, or its folder's for ABOUT.md. */
export const linkTo = (path: string): string => {
  const parts = path.replace(/\.(md|yaml)$/i, '').split('/')
  const last = parts.at(-1) ?? ''
  return /^(ABOUT|STATS)$/i.test(last) ? (parts.at(-2) ?? last) : last
}

/** What links can lead to, each target once: notes, people, places and regions. */
export function linkOptions(names: readonly CampaignName[]): LinkOption[] {
  const options = new Map<string, LinkOption>()
  for (const { kind, path, title } of names) {
    if (!LINKED.has(kind) && !/\.md$/i.test(path)) continue
    const target = linkTo(path)
    if (!options.has(target)) options.set(target, { target, title: title ?? target, kind, path })
  }
  return [...options.values()]
}

const MAX_SHOWN = 50

/** The options that contain every word of a query; those that begin with it first. */
export function findLinks(options: readonly LinkOption[], query: string): LinkOption[] {
  const wanted = fold(query)
  const words = wanted.split(/\s+/).filter(Boolean)
  const found = options.filter(({ target, title }) => words.every((word) => fold(`${target} ${title}`).includes(word)))
  const begins = ({ target, title }: LinkOption): boolean => fold(target).startsWith(wanted) || fold(title).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, MAX_SHOWN)
}
