import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'

/** Reports how many tests would also run in Electron itself, if its runtime is not installed. */
export default class Absent implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    const desk = suite.suites.find((project) => project.project()?.name === 'standin')
    if (desk) process.stdout.write(`Electron: not installed, ${desk.allTests().length} tests not run\n`)
  }
  printsToStdio(): boolean {
    return false
  }
}
