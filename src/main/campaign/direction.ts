import { type Direction, DirectionFile, type DirectionText } from '../../shared/table/direction'
import { fileAt } from '../../shared/story/layout'
import { Problem } from '../../shared/base/problem'
import { checkSchema } from './file-schemas'
import { splitFrontMatter } from './front-matter'

/** The texts of the direction files that a table names. */
export interface DirectionTexts {
  tone?: DirectionText
  dm?: DirectionText
  personas: Record<string, DirectionText>
}

/** Reads a direction file. Throws Problem `bad-file`, with the line, if it doesn't fit the schema. */
export function readDirection(text: string, path: string): DirectionText {
  const { matter, body } = splitFrontMatter(text, path)
  const { name, weights, text: words } = checkSchema(DirectionFile, { ...(matter as object), text: body.trim() }, path, text)
  const at = fileAt(path)
  return { path, name: name ?? (at?.kind === 'direction' ? at.parts.id : path), text: words, weights }
}

/** The texts of the direction files that a table names. For an unusable file `problem` says why, and the table plays without it. */
export function directionTexts(direction: Direction, textOf: (path: string) => string | undefined, read = readDirection): DirectionTexts {
  const of = (path: string): DirectionText => {
    try {
      const text = textOf(path)
      if (text !== undefined) return read(text, path)
      return unusable(path, `${path} is missing, though table.yaml names it. Write it, or choose another file in Settings.`)
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.code === 'bad-file') return unusable(path, thrown.message)
      throw thrown
    }
  }
  return {
    ...(direction.tone === undefined ? {} : { tone: of(direction.tone) }),
    ...(direction.dm === undefined ? {} : { dm: of(direction.dm) }),
    personas: Object.fromEntries(Object.entries(direction.personas).map(([who, path]) => [who, of(path)]))
  }
}

const unusable = (path: string, problem: string): DirectionText => ({ path, name: path, text: '', weights: {}, problem })
