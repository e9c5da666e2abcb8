import { useEffect, useState } from 'react'
import { own, type JsonObject } from '../../shared/base/json'
import type { NameKind } from '../../shared/contract/language-calls'
import { badId, freeName, slug } from '../../shared/story/names'
import { STORY_PARTS } from '../../shared/story/story-state'
import { api } from '../client'
import { savedEdit } from '../editing'
import { campaignNames } from '../prose/editor/campaign-words'
import { runCall } from '../run-call'
import { showProblem, useSession } from '../session'
import { editWorld } from './save-edits'
import { factId, isCreated, NEW, type CreatedKind, type Names } from './find-names'

const NONE: Names = []

/** Everything that the campaign defines, fetched again after every beat while a form is shown. Empty until it is known. */
export function useNames(): Names {
  const head = useSession((s) => s.present?.head)
  const [names, setNames] = useState<Names>(NONE)
  useEffect(() => {
    if (head === undefined) return undefined
    let isLeft = false
    campaignNames().then(
      (all) => !isLeft && setNames(all),
      (error: unknown) => !isLeft && showProblem(error)
    )
    return () => {
      isLeft = true
    }
  }, [head])
  return names
}

/** The name for readers of something. While names are being read, the state knows places and characters. */
export function titleOf(names: Names, kind: NameKind, id: string): string {
  const { places = {}, actors = {} } = useSession.getState().present?.state ?? {}
  const known = kind === 'place' ? own(places, id) : kind === 'character' ? own(actors, id) : undefined
  return names.find((one) => one.kind === kind && one.id === id)?.title ?? known?.name ?? id
}

/** How a thing is created from its name; returns its id, or undefined if that was refused. */
const CREATES: Readonly<Record<CreatedKind, (name: string) => Promise<string | undefined>>> = {
  fact: (name) => Promise.resolve(factId(name)),
  character: async (name) => (await editWorld([{ op: 'put-character', name }]))?.[0],
  place: async (name) => {
    const [region] = Object.keys(useSession.getState().present?.state.regions ?? {})
    return region === undefined ? undefined : (await editWorld([{ op: 'put-place', region, fields: { name } }]))?.[0]
  },
  table: async (name) => (await editWorld([{ op: 'put-table', name }]))?.[0],
  quest: (name) => createInStory('quest', name, { name, status: 'inactive' }),
  thread: (name) => createInStory('thread', name, { text: name, open: true }),
  item: (name) => create({ what: 'item', name, kind: 'tool', where: null }),
  condition: (name) => create({ what: 'condition', name, about: '', effect: 'nothing' })
}

/** Creates a quest or thread with an id that is derived from its name. */
async function createInStory(kind: 'quest' | 'thread', name: string, fields: JsonObject): Promise<string | undefined> {
  const taken = useSession.getState().present?.state[STORY_PARTS[kind]]
  const id = freeName(slug(name), (one) => own(taken, one) !== undefined || badId(one) !== undefined)
  return (await editWorld([{ op: 'put-story', kind, id, fields }])) && id
}

async function create(answers: Parameters<typeof api.runWizard.mutate>[0]['answers']): Promise<string | undefined> {
  const done = await runCall(() => api.runWizard.mutate({ answers }))
  if (!done) return undefined
  await savedEdit(done.beat)
  return done.plan.id
}

/** The id of a chosen option; creates the thing first if the option says so. */
export async function chosenName(kind: NameKind, id: string): Promise<string | undefined> {
  return id.startsWith(NEW) ? (isCreated(kind) ? CREATES[kind](id.slice(NEW.length)) : undefined) : id
}
