import type { ReactElement } from 'react'
import type { Comparison as Wanted } from '../state'
import { CommitComparison } from './CommitComparison'
import { ThreeWay } from './ThreeWay'

/** The open comparison, in place of the editor. */
export function Comparison({ wanted }: { wanted: Wanted }): ReactElement {
  return wanted.what === 'commit' ? <CommitComparison {...wanted} /> : <ThreeWay path={wanted.path} />
}
