import { toProblem, type ProblemData } from '../../../shared/base/problem'
import { splitFrontMatter, unclosedFrontMatter } from '../../campaign/front-matter'
import { LINK } from '../../campaign/git/oid'
import { mayReadNote } from '../../campaign/notes/namespaces'
import { gitConflict } from '../../campaign/yaml/parse'
import { textOfBytes, type ObjectReader } from '../../campaign/parsed-files'
import { DESIGNER } from '../../engine/people'
import { filesOf } from '../edits/overlay'

/** Findings on notes that can't be read or have conflict marks, and on broken front matter, which loses tags, names and properties. */
export function noteFindings(objects: ObjectReader, root: string): ProblemData[] {
  return [...filesOf(objects, root)]
    .filter(([path, { mode }]) => mode !== LINK && mayReadNote(DESIGNER, path))
    .flatMap(([path, { oid }]) => {
      try {
        const text = textOfBytes(objects.blob(oid), path)
        splitFrontMatter(text, path)
        const fault = gitConflict(text, path) ?? unclosedFrontMatter(text, path)
        return fault ? [fault.toJSON()] : []
      } catch (thrown) {
        return [toProblem(thrown).toJSON()]
      }
    })
}
