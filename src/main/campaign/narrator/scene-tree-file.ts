import { canonical } from '../../../shared/base/json'
import { checkNarratorOutput, violationLine } from '../../../shared/narrator/check'
import { readJsonText } from '../../../shared/narrator/json-text'
import { SceneTree } from '../../../shared/narrator/output'
import { Problem } from '../../../shared/base/problem'

/** Reads SCENE.json: a scene tree that obeys the narrator's rules, with sorted keys. Throws Problem `bad-file` with the first violation. */
export function sceneTreeIn(text: string, file: string): SceneTree {
  const read = readJsonText(text)
  if (read.problem !== undefined)
    throw new Problem('bad-file', `${file} ${read.fault}. Correct it, or restore an earlier version of the file.`, { file })
  const { violations, told } = checkNarratorOutput(JSON.stringify({ scene: read.value, time_elapsed: '5 minutes' }))
  const tree = SceneTree.safeParse(told?.scene)
  if (tree.success) return canonical<SceneTree>(tree.data)
  const [first] = violations
  const more = violations.length > 1 ? ` ${violations.length - 1} more of its rules are broken.` : ''
  const why = first ? violationLine(first) : 'it holds no scene tree.'
  throw new Problem('bad-file', `${file}: ${why}${more} Correct it, or restore an earlier version of the file.`, { file })
}
