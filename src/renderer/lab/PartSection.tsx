import { ChartColumn, FileSpreadsheet, Image, MapPin, FileSearch, ExternalLink, Table2 } from 'lucide-react'
import { lazy, memo, Suspense, useDeferredValue, useRef, useState, type ReactElement, type RefObject } from 'react'
import type { CoveredPlace } from '../../shared/analysis/coverage'
import type { LabMark, Share } from '../../shared/lab/report'
import { openAt } from '../files/open-at'
import { openForm } from '../session'
import { Button, IconButton } from '../ui/Parts'
import { texts } from '../ui/texts'
import { bandMark, FATES, heightOf, type Part, type PartRow } from '../../shared/lab/report-parts'
import { saveChart, saveResult } from './save'
import { csvOf, isShare, shareDetail, shareWords } from '../../shared/lab/share-words'
import { figures } from '../../shared/words/figures'
import { addMark, expecting, openSession, useLab } from './state'
import { useNear } from './use-drawn'
import { useRoving } from './use-roving'

const Chart = lazy(() => import('./Chart'))
const FlowChart = lazy(() => import('./Drawings').then(({ FlowChart }) => ({ default: FlowChart })))
const MapChart = lazy(() => import('./Drawings').then(({ MapChart }) => ({ default: MapChart })))

/** Tables with more columns leave out the bars of shares where there is little room. */
const MANY_COLUMNS = 4
/** The rows that a table shows first. */
const FIRST_ROWS = 10

/** A part of the report, as a chart or a table. Each of its marks adds to the filter. */
export const PartSection = memo(function PartSection({ part }: { part: Part }): ReactElement {
  const section = useRef<HTMLElement>(null)
  const isNear = useNear(section)
  // What isn't seen follows what is.
  const later = useDeferredValue(part)
  return <Section part={isNear ? part : later} section={section} />
})

const Section = memo(function Section({ part, section }: { part: Part; section: RefObject<HTMLElement | null> }): ReactElement {
  const isAllTables = useLab((s) => s.isTable)
  const [own, setOwn] = useState<boolean>()
  const { title, about, chart } = part
  const isTable = !chart || (own ?? isAllTables)
  const saveSvg = (): void => void saveChart(part, section.current?.clientWidth ?? 640)
  return (
    <section ref={section} className={part.isWide ? 'lab-part is-wide' : 'lab-part'} aria-label={title}>
      <header>
        <h3 dir="auto">{title}</h3>
        {chart && (
          <IconButton
            label={`Show “${title}” as a ${isTable ? 'chart' : 'table'}`}
            tip={isTable ? 'Show as chart' : 'Show as table'}
            small
            icon={isTable ? <ChartColumn size={14} /> : <Table2 size={14} />}
            onClick={() => setOwn(!isTable)}
          />
        )}
        {!isTable && <IconButton label={`Save “${title}” as SVG`} tip="Save as SVG" small icon={<Image size={14} />} onClick={saveSvg} />}
        <IconButton
          label={`Save “${title}” as CSV`}
          tip="Save as CSV"
          small
          icon={<FileSpreadsheet size={14} />}
          onClick={() => void saveResult(title, 'csv', csvOf(part))}
        />
      </header>
      {about !== undefined && <p className="quiet">{about}</p>}
      {!isTable && chart.kind === 'map' && (
        <ul className="lab-legend" aria-label="Colours">
          {FATES.map((fate) => (
            <li key={fate} className={fate.replace(' ', '-')}>
              {fate}
            </li>
          ))}
        </ul>
      )}
      {!isTable && (
        <Suspense fallback={<div className="lab-chart" style={{ minHeight: heightOf(part) }} />}>
          {chart.flow ? (
            <FlowChart flow={chart.flow} title={title} />
          ) : chart.kind === 'map' ? (
            <MapChart part={part} />
          ) : (
            <Chart part={part} onPick={(row, y) => pick(chart.kind === 'band' ? bandMark(row, y) : row)} />
          )}
        </Suspense>
      )}
      {(isTable || chart.kind === 'map') && <PartTable part={part} />}
    </section>
  )
})

const pick = (found: { mark?: LabMark | undefined; words?: string } | undefined): void => {
  if (found?.mark) addMark(found.mark, found.words ?? '')
}

/** The rows as a table: one of them is a tab stop, and arrows move among them. */
function PartTable({ part: { title, columns, rows } }: { part: Part }): ReactElement {
  const [shown, setShown] = useState(FIRST_ROWS)
  const visible = rows.slice(0, shown)
  const { stop, keys } = useRoving(visible.length)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its buttons */}
      <table className={columns.length > MANY_COLUMNS ? 'lab-part-table has-many' : 'lab-part-table'} aria-label={title} {...keys}>
        <thead>
          <tr>
            {columns.map((name, i) => (
              <th key={name} scope="col" className={i > 0 && isNumeric(rows, i - 1) ? 'is-number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map((row, i) => (
            <tr key={i} className={row.tone && `is-${row.tone}`}>
              <th scope="row">
                <div className="lab-name-cell">
                  <button
                    type="button"
                    className="lab-name"
                    dir="auto"
                    data-stop
                    tabIndex={i === stop ? 0 : -1}
                    aria-disabled={!row.mark && !row.to}
                    onClick={() => (row.mark ? pick(row) : follow(row))}
                    {...(!row.mark && row.to && 'session' in row.to ? expecting(row.to.session) : {})}
                  >
                    {row.label}
                  </button>
                  {row.mark && row.to && <Follow row={row} isStop={i === stop} />}
                </div>
              </th>
              {row.cells.map((cell, k) => (
                <td key={k} className={isShare(cell) ? 'lab-share-cell' : typeof cell === 'number' ? 'numbers is-number' : undefined} dir="auto">
                  {isShare(cell) ? <ShareBar share={cell} /> : typeof cell === 'number' ? figures(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows rest={rows.length - shown} onMore={(more) => setShown(shown + more)} />
    </>
  )
}

/** The most rows that one press of the button shows. */
const MORE_ROWS = 100

/** What there is to say about the workers that play. */
export const News = ({ of }: { of: { news?: string | undefined } | undefined }): ReactElement | null =>
  of?.news === undefined ? null : <output className="lab-news">{of.news}</output>

/** The button for rows that aren't shown yet, if there are any. */
export function MoreRows({ rest, onMore }: { rest: number; onMore: (more: number) => void }): ReactElement | null {
  const more = Math.min(MORE_ROWS, rest)
  return rest > 0 ? <Button label={texts.pages.more(more, rest)} small onClick={() => onMore(more)} /> : null
}

const isNumeric = (rows: readonly PartRow[], i: number): boolean => typeof rows[0]?.cells[i] === 'number'

/** Opens what a row leads to besides its sessions. */
function follow({ to }: PartRow): void {
  if (!to) return
  if ('place' in to) openForm({ what: 'place', id: to.place })
  else if ('file' in to) openCovered(to.file)
  else void openSession(to.session, to.beat)
}

/** Opens a place of the campaign's files. */
export const openCovered = ({ path, line }: CoveredPlace): void => openAt(path, line)

function Follow({ row, isStop }: { row: PartRow; isStop: boolean }): ReactElement {
  const { to, label } = row
  const [words, icon] =
    to && 'place' in to
      ? [`Show ${label} on the map`, <MapPin key="icon" size={13} />]
      : to && 'file' in to
        ? [`Open ${to.file.path}`, <FileSearch key="icon" size={13} />]
        : ['Open the first session', <ExternalLink key="icon" size={13} />]
  return <IconButton label={words} tip small icon={icon} tabIndex={isStop ? 0 : -1} onClick={() => follow(row)} />
}

/** A share as a bar with its interval, and in percent. */
export function ShareBar({ share }: { share: Share }): ReactElement {
  const at = (value: number): string => `${(value * 100).toFixed(1)}%`
  return (
    <span className="lab-share" title={shareDetail(share)}>
      <span className="lab-share-bar" aria-hidden="true">
        <span style={{ width: at(share.share) }} />
        {share.of > 2 && <i style={{ left: at(share.low), width: at(share.high - share.low) }} />}
      </span>
      <span className="numbers">{shareWords(share)}</span>
      <span className="unseen">{` (${shareDetail(share)})`}</span>
    </span>
  )
}
