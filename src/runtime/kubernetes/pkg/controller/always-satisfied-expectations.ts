import { ControllerExpectations } from './controller_utils.ts';

/**
 * Expectations that are counted and never waited for: what a controller would do if it trusted its cache.
 * Hand them to `newUIDTrackingControllerExpectations` for the experiment "without expectations".
 */
export class AlwaysSatisfiedExpectations extends ControllerExpectations {
  override satisfiedExpectations(): boolean {
    return true;
  }
}
