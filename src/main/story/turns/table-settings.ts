import { equal, type Json, own } from '../../../shared/base/json'
import type { Seat, TableSettings, DirectionFileInfo } from '../../../shared/table/turns'
import { splice, type FileChange } from '../../campaign/yaml-splice'
import { isDirectionPath } from '../../../shared/table/direction'
import { Problem } from '../../../shared/base/problem'
import { tokensOf } from '../../agents/context/tokens'
import { directionTexts, readDirection } from '../../campaign/direction'
import { ifReadable } from '../../campaign/parsed-files'
import type { StoryEditor, StoryReader } from '../reader'
import type { SavedBeat } from '../story'

/** The files in direction/ at the present commit, by path. */
export function directionFiles({ history, past, snapshot }: StoryReader): DirectionFileInfo[] {
  const { tree } = snapshot.commit
  const paths = [...history.files(tree, 'direction').keys()].filter(isDirectionPath)
  return paths.toSorted().map((path) => {
    const read = directionTexts({ tone: path, personas: {} }, (one) => past.files.text(tree, one)).tone
    const { name = path, text = '', problem } = read ?? {}
    return {
      path,
      name,
      text: ifReadable(() => past.files.text(tree, path)) ?? '',
      tokens: tokensOf(text),
      ...(problem === undefined ? {} : { problem })
    }
  })
}

/** Writes a direction file as one beat by the designer. Throws Problem `refused` if nothing changed, `bad-file` if the text doesn't fit. */
export function saveDirection(campaign: StoryEditor, path: string, text: string): Promise<SavedBeat> {
  const written = `${text.replaceAll('\r\n', '\n').trimEnd()}\n`
  const { name } = readDirection(written, path)
  const { tree } = campaign.snapshot.commit
  const old = campaign.past.bytes(tree, path)
  if (old?.equals(Buffer.from(written))) throw new Problem('refused', `${path} says this already. There is nothing to save.`)
  const subject = `${old ? 'Edited' : 'Added'} the direction file ${name}`
  return campaign.edit(new Map([[path, Buffer.from(written)]]), subject, { kind: 'edit', action: 'edit', params: {} })
}

/** The value of a seat in table.yaml: only its agent kind if nothing else is set. */
const seatValue = ({ agent, model, effort, fallback, command, profile }: Seat): Json => {
  const more = {
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(command === undefined ? {} : { command }),
    ...(profile === undefined ? {} : { profile })
  }
  return Object.keys(more).length === 0 ? agent : { agent, ...more }
}

function changes(old: TableSettings, next: TableSettings): FileChange[] {
  const out: FileChange[] = []
  const put = (keys: string[], from: Json | undefined, to: Json | undefined): void => {
    if (from === undefined ? to !== undefined : to === undefined || !equal(from, to)) out.push({ keys, to })
  }
  const seats = (settings: TableSettings, who: string): Json | undefined => {
    const seat = own(settings.agents, who)
    return seat && seatValue(seat)
  }
  for (const who of new Set([...Object.keys(old.agents), ...Object.keys(next.agents)])) put(['agents', who], seats(old, who), seats(next, who))
  put(['party'], old.party, next.party)
  put(['k'], old.k, next.k)
  for (const tier of ['frame', 'hot', 'warm', 'cold'] as const) put(['tiers', tier], old.tiers[tier], next.tiers[tier])
  put(['stand_in'], old.stand_in, next.stand_in)
  put(['contradictions'], old.contradictions, next.contradictions)
  put(['judge'], old.judge, next.judge)
  for (const what of ['tone', 'dm'] as const) put(['direction', what], old.direction?.[what], next.direction?.[what])
  const personas = [old, next].flatMap(({ direction }) => Object.keys(direction?.personas ?? {}))
  for (const who of new Set(personas)) put(['direction', 'personas', who], own(old.direction?.personas, who), own(next.direction?.personas, who))
  put(['dm', 'mode'], old.dm?.mode, next.dm?.mode)
  put(['dm', 'narration'], old.dm?.narration, next.dm?.narration)
  put(['cost_cap'], old.cost_cap, next.cost_cap)
  return out
}

/** The text of table.yaml with new settings; unchanged lines keep their bytes. Undefined if nothing changes. */
export function withSettings(text: string, old: TableSettings, next: TableSettings): string | undefined {
  const edits = changes(old, next)
  return edits.length === 0 ? undefined : splice(text, edits)
}
