// The fields that deploy/kubernetes uses of resources that are not part of Kubernetes itself. A field that is
// not declared here is an error in scripts/deploy.test.mjs: declare it as the documentation of the resource
// does.

interface Metadata {
  name: string;
}

interface Selector {
  matchLabels: Record<string, string>;
}

/** https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/ */
export interface Kustomization {
  apiVersion: "kustomize.config.k8s.io/v1beta1";
  kind: "Kustomization";
  namespace?: string;
  labels?: { pairs: Record<string, string>; includeSelectors?: boolean; includeTemplates?: boolean }[];
  resources?: string[];
  configMapGenerator?: { name: string; literals?: string[] }[];
  images?: { name: string; newName?: string; newTag?: string; digest?: string }[];
}

/** https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PodMonitor */
export interface PodMonitor {
  apiVersion: "monitoring.coreos.com/v1";
  kind: "PodMonitor";
  metadata: Metadata;
  spec: {
    selector: Selector;
    podMetricsEndpoints: {
      port?: string;
      path?: string;
      interval?: string;
      authorization?: { type?: string; credentials?: { name: string; key: string } };
    }[];
  };
}

/** https://keda.sh/docs/latest/reference/scaledobject-spec/ */
export interface ScaledObject {
  apiVersion: "keda.sh/v1alpha1";
  kind: "ScaledObject";
  metadata: Metadata;
  spec: {
    scaleTargetRef: { apiVersion?: string; kind?: string; name: string };
    pollingInterval?: number;
    cooldownPeriod?: number;
    minReplicaCount?: number;
    maxReplicaCount?: number;
    fallback?: { failureThreshold: number; replicas: number };
    triggers: {
      type: "prometheus";
      /** https://keda.sh/docs/latest/scalers/prometheus/ */
      metadata: {
        serverAddress: string;
        query: string;
        threshold: string;
        activationThreshold?: string;
        namespace?: string;
        ignoreNullValues?: "true" | "false";
      };
    }[];
  };
}
