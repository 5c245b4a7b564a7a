import type { ExceptionPlace } from '../../shared/ipc/review/exceptions.ts';
import type { Router } from './router.svelte.ts';

/** Opens the view of a place. */
export function goTo(router: Router, place: ExceptionPlace): void {
  switch (place.view) {
    case 'statements': {
      const { view, ...params } = place;
      router.go(view, params);
      break;
    }
    case 'batches':
      router.go('payment-files', { batchId: place.batchId });
      break;
    case 'beneficiaries':
    case 'sub-clients': {
      const { view, ...params } = place;
      router.go(view, params);
      break;
    }
    case 'payments':
      router.go('payments', { reference: place.reference });
      break;
    case 'reconcile':
    case 'team':
      router.go(place.view);
      break;
    case 'team-log':
    case 'due':
    case 'screening':
    case 'conversions': {
      const { view, ...params } = place;
      router.go(view, params);
      break;
    }
    case 'accounts':
    case 'position':
    case 'remittances':
    case 'receivables': {
      const { view, ...params } = place;
      router.go(view, params);
      break;
    }
  }
}
