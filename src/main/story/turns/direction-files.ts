import { isDirectionPath } from '../../../shared/table/direction'
import { Problem } from '../../../shared/base/problem'
import type { DirectionFileInfo } from '../../../shared/table/turns'
import { tokensOf } from '../../agents/context/tokens'
import { directionTexts, readDirection } from '../../campaign/direction'
import { ifReadable } from '../../campaign/file-reader'
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
