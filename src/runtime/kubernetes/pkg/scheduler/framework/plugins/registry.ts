import { Registry } from '../runtime/registry.ts';
import * as defaultbinder from './defaultbinder/default_binder.ts';
import * as defaultpreemption from './defaultpreemption/default_preemption.ts';
import * as imagelocality from './imagelocality/image_locality.ts';
import * as interpodaffinity from './interpodaffinity/plugin.ts';
import * as nodeaffinity from './nodeaffinity/node_affinity.ts';
import * as nodelabel from './nodelabel/node_label.ts';
import * as nodename from './nodename/node_name.ts';
import * as nodeports from './nodeports/node_ports.ts';
import * as nodepreferavoidpods from './nodepreferavoidpods/node_prefer_avoid_pods.ts';
import { balancedAllocationName, newBalancedAllocation } from './noderesources/balanced_allocation.ts';
import { fitName, newFit } from './noderesources/fit.ts';
import { leastAllocatedName, newLeastAllocated } from './noderesources/least_allocated.ts';
import { mostAllocatedName, newMostAllocated } from './noderesources/most_allocated.ts';
import {
  newRequestedToCapacityRatio,
  requestedToCapacityRatioName,
} from './noderesources/requested_to_capacity_ratio.ts';
import * as nodeunschedulable from './nodeunschedulable/node_unschedulable.ts';
import { csiName, newCSI } from './nodevolumelimits/csi.ts';
import {
  azureDiskName,
  cinderName,
  ebsName,
  gcePDName,
  newAzureDisk,
  newCinder,
  newEBS,
  newGCEPD,
} from './nodevolumelimits/non_csi.ts';
import * as podtopologyspread from './podtopologyspread/plugin.ts';
import * as queuesort from './queuesort/priority_sort.ts';
import * as selectorspread from './selectorspread/selector_spread.ts';
import * as serviceaffinity from './serviceaffinity/service_affinity.ts';
import * as tainttoleration from './tainttoleration/taint_toleration.ts';
import * as volumebinding from './volumebinding/volume_binding.ts';
import * as volumerestrictions from './volumerestrictions/volume_restrictions.ts';
import * as volumezone from './volumezone/volume_zone.ts';

/** The plugins that come with the scheduler. */
// Mirrors: pkg/scheduler/framework/plugins/registry.go#NewInTreeRegistry
export function newInTreeRegistry(): Registry {
  return new Registry({
    [selectorspread.name]: selectorspread.newPlugin,
    [imagelocality.name]: imagelocality.newPlugin,
    [tainttoleration.name]: tainttoleration.newPlugin,
    [nodename.name]: nodename.newPlugin,
    [nodeports.name]: nodeports.newPlugin,
    [nodepreferavoidpods.name]: nodepreferavoidpods.newPlugin,
    [nodeaffinity.name]: nodeaffinity.newPlugin,
    [podtopologyspread.name]: podtopologyspread.newPlugin,
    [nodeunschedulable.name]: nodeunschedulable.newPlugin,
    [fitName]: newFit,
    [balancedAllocationName]: newBalancedAllocation,
    [mostAllocatedName]: newMostAllocated,
    [leastAllocatedName]: newLeastAllocated,
    [requestedToCapacityRatioName]: newRequestedToCapacityRatio,
    [volumebinding.name]: volumebinding.newPlugin,
    [volumerestrictions.name]: volumerestrictions.newPlugin,
    [volumezone.name]: volumezone.newPlugin,
    [csiName]: newCSI,
    [ebsName]: newEBS,
    [gcePDName]: newGCEPD,
    [azureDiskName]: newAzureDisk,
    [cinderName]: newCinder,
    [interpodaffinity.name]: interpodaffinity.newPlugin,
    [nodelabel.name]: nodelabel.newPlugin,
    [serviceaffinity.name]: serviceaffinity.newPlugin,
    [queuesort.name]: queuesort.newPlugin,
    [defaultbinder.name]: defaultbinder.newPlugin,
    [defaultpreemption.name]: defaultpreemption.newPlugin,
  });
}
