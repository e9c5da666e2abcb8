import type { ReactElement } from 'react'
import type { FeatureRest } from '../registry'
import { BranchDialogs } from './BranchDialogs'
import { ContinueDialog } from './ContinueDialog'
import { TodayDialogs } from './today/TodayDialog'

const Dialogs = (): ReactElement => (
  <>
    <ContinueDialog />
    <BranchDialogs />
    <TodayDialogs />
  </>
)

/** The dialogs about branches. */
export const rest: FeatureRest = { slots: { overlay: Dialogs } }
