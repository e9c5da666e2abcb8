import { ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ArrowDocument, Finding } from '../../../arrow'
import { Pages } from '../../ui/Pages'
import { Blank, Button, LinkButton, Scroll } from '../../ui/Parts'
import { edit, showNode, showScene } from '../edits'
import { useDocumentView } from '../document-view'
import { useFindings } from './use-findings'
import './findings.css'

/** The texts of the findings panel. */
export const findingsTexts = {
  tab: 'Findings',
  title: 'Findings on this document',
  nothing: 'No document is open',
  nothingHint: 'Open a document in Scenes to check it.',
  checking: 'Checking the document…',
  none: 'No findings',
  noneHint: 'The checks found no problem in this document.',
  groups: { error: 'Errors', warning: 'Warnings', hint: 'Hints' },
  group: (name: string, n: number) => `${name} (${n})`,
  show: (where: string) => `Show ${where}`
} as const
const t = findingsTexts

const SEVERITIES = ['error', 'warning', 'hint'] as const

/** All findings on the document in view, the most severe first: each leads to its node, and many have a fix. */
export function FindingsPanel(): ReactElement {
  const shown = useDocumentView()
  const findings = useFindings(shown?.document)
  if (!shown) return <Blank title={t.nothing}>{t.nothingHint}</Blank>
  if (!findings) return <Blank title={t.checking} />
  if (findings.length === 0) return <Blank title={t.none}>{t.noneHint}</Blank>
  return (
    <Scroll className="panel findings" label={t.title}>
      {SEVERITIES.map((severity) => {
        const group = findings.filter((one) => one.severity === severity)
        return group.length === 0 ? null : (
          <details key={severity} open={severity !== 'hint' || group.length === findings.length} className="finding-group">
            <summary>
              <ChevronRight size={13} aria-hidden="true" /> {t.group(t.groups[severity], group.length)}
            </summary>
            <Pages
              className={`problems ${severity}`}
              items={group}
              renderRow={(one) => <FindingRow finding={one} document={shown.document} isEditable={shown.why === undefined} />}
            />
          </details>
        )
      })}
    </Scroll>
  )
}

function FindingRow({ finding, document, isEditable }: { finding: Finding; document: ArrowDocument; isEditable: boolean }): ReactElement {
  const { message, node, scene, fix } = finding
  const place = placeWords(document, finding)
  const show = (): void => {
    if (node !== undefined && document.resources.nodes.has(node)) showNode(node)
    else if (scene !== undefined) showScene(scene)
  }
  return (
    <div className="arrow-finding">
      <p>{message}</p>
      <p className="finding-tools">
        {place !== undefined && <LinkButton label={place} aria-label={t.show(place)} onClick={show} />}
        {fix && isEditable && <Button label={fix.label} small onClick={() => edit(fix.apply)} />}
      </p>
    </div>
  )
}

/** The place of a finding: its scene and its node's name; undefined for the whole document. */
function placeWords({ resources }: ArrowDocument, { scene, node }: Finding): string | undefined {
  const [inScene, one] = [resources.scenes.get(scene ?? -1)?.name, resources.nodes.get(node ?? -1)?.name]
  return inScene === undefined ? one : one === undefined ? inScene : `${inScene} › ${one}`
}
