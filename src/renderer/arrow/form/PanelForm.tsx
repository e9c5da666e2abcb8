import { Trash2 } from 'lucide-react'
import { memo, useDeferredValue, useMemo, type ReactElement, type ReactNode } from 'react'
import type { ArrowDocument, ArrowId } from '../../../arrow'
import { Pages } from '../../ui/Pages'
import { CommandButton, LinkButton, Scroll } from '../../ui/Parts'
import { showNode } from '../edits'
import { focusOutline } from '../focus'
import { ClosedForm } from './controls'
import { nodeLabel } from '../outline/rows'

interface PanelFormProps {
  title: string
  kind: ReactElement | string
  /** Why it is read-only. */
  why: string | undefined
  children: ReactNode
  removes?: boolean
}

/** A form with its heading and, if it is read-only, the reason. */
export function PanelForm({ title, kind, why, children, removes }: PanelFormProps): ReactElement {
  return (
    <Scroll className="panel edit arrow-form edit-form" label={title} onEscape={focusOutline}>
      <header className="edit-head">
        <div>
          <p className="quiet arrow-kind">{kind}</p>
          <h2>{title}</h2>
        </div>
        {removes && why === undefined && <CommandButton id="arrow.remove" icon={<Trash2 size={15} />} />}
      </header>
      {why !== undefined && <p className="edit-shut">{why}</p>}
      <ClosedForm value={why !== undefined}>{children}</ClosedForm>
    </Scroll>
  )
}

/** A link that shows a node on the graph. */
export const NodeLink = ({ document, id }: { document: ArrowDocument; id: ArrowId }): ReactElement => (
  <LinkButton label={nodeLabel(document, id)} className="clip" onClick={() => showNode(id)} />
)

interface UsersProps {
  document: ArrowDocument
  users: readonly ArrowId[]
}

/** The nodes that refer to a resource, as links. After an edit, the list is updated last, because it may be long. */
export function Users({ document, users }: UsersProps): ReactElement | null {
  const { document: drawn, users: listed } = useDeferredValue(useMemo(() => ({ document, users }), [document, users]))
  return <UserList document={drawn} users={listed} />
}

const UserList = memo(function UserList({ document, users }: UsersProps): ReactElement | null {
  const known = users.filter((id) => document.resources.nodes.has(id))
  if (known.length === 0) return null
  return (
    <section>
      <h3>Used by</h3>
      <Pages className="arrow-ways" items={known} renderRow={(id) => <NodeLink document={document} id={id} />} />
    </section>
  )
})
